// A project in a temporary folder behind the real host, and an agent on it, for the tests of this folder.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../../src/ide/ide.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { type Agent, agentOf } from '../../support/check.ts';

export interface RealProject {
  readonly root: string;
  readonly agent: Agent<Ide>;
  // The processes that were started and have not ended.
  readonly running: ReadonlySet<number>;
  write(path: string, text: string | Buffer): Promise<void>;
}

// Ends with the test: processes, watchers, folders.
export async function openProject(files: Readonly<Record<string, string | Buffer>>): Promise<RealProject> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-search-')));
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-state-')));
  const write = async (path: string, text: string | Buffer) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  for (const [path, text] of Object.entries(files)) await write(path, text);
  const running = new Set<number>();
  const processes = new Processes({
    started: (pid) => running.add(pid),
    ended: (pid) => running.delete(pid),
  });
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const ide = await openHeadlessIde({ name: 'real', path: root, uri: uriOf(root), trusted: false }, { stateFolder, processes, log });
  const agent = await agentOf(ide);
  onTestFinished(async () => {
    await agent[Symbol.asyncDispose]();
    await ide.close();
    await processes.endAll();
    await rm(root, { recursive: true, force: true });
    await rm(stateFolder, { recursive: true, force: true });
  });
  return { root, agent, running, write };
}

// "src/a.ts:2:17" for each match of an answer.
export function placesIn(value: Record<string, unknown>): string[] {
  return Found.parse(value).files.flatMap(({ file, matches }) => matches.map(({ line, column }) => `${file}:${line}:${column}`));
}

const Found = z.object({ files: z.array(z.object({ file: z.string(), matches: z.array(z.object({ line: z.number(), column: z.number() })) })) });
