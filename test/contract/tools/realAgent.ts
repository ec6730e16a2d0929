// An agent on a project of real files with real engines, opened once for a file of tests.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import type { Policy } from '../../../src/server/permission/permission.ts';
import { type Agent, agentOf } from '../../support/check.ts';

export interface RealAgent {
  readonly agent: Agent<WholeIde>;
  close(): Promise<void>;
}

// `prepare` gets the folder of the project before anything is opened: for links, and for what needs absolute paths.
export async function realAgentOn(
  files: Readonly<Record<string, string>>,
  prepare?: (project: string) => Promise<void>,
  trusted = true,
  policy?: Policy,
): Promise<RealAgent> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-tools-')));
  const project = join(folder, 'project');
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  await prepare?.(project);
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const services = { stateFolder: join(folder, 'state'), processes: new Processes({ started: () => {}, ended: () => {} }), log: silent };
  const agent = await agentOf(await openHeadlessIde({ name: 'project', path: project, uri: uriOf(project), trusted }, services), { ...(policy && { policy }) });
  return {
    agent,
    async close() {
      await agent.client.close();
      await agent.ide.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
