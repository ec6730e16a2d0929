// What it costs to remember what the tree holds before a command runs, and to record what it has changed.
import { execFileSync } from 'node:child_process';
import { appendFile, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import type { WholeIde } from '../../src/ide/optionalDoors.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { openEffect } from '../corpus.ts';
import { limitResult, type Result, ratioResult } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const ROUNDS = 15;
const FILES = 100;
const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const authorship = { author: 'bench', tool: 'run_command', title: 'command' };

export async function observed(): Promise<Result[]> {
  await using corpus = await openEffect();
  const { folder } = corpus;
  const git = (...args: string[]) => execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], { cwd: folder, stdio: 'ignore' });
  git('init', '-q');
  git('add', '-A');
  git('commit', '-q', '-m', 'all');
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-state-')));
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const ide = await openHeadlessIde({ name: 'corpus', path: folder, uri: uriOf(folder), trusted: true }, { stateFolder, processes, log: silent });
  try {
    const listed = await ide.documents.list({ include: ['*.ts'] }, signal);
    const paths = listed.slice(0, FILES).map(({ path }) => join(folder, path));
    const status = spread(await times(async () => git('status'))).p50;
    const first = (await timed(() => observe(ide, async () => {}))).ms;
    const nothing = spread(await times(() => observe(ide, async () => {}))).p50;
    const rewrite = () => Promise.all(paths.map((path) => appendFile(path, '// more\n')));
    const recorded = await sideBySide(
      ROUNDS,
      () => durably(paths),
      () => observe(ide, rewrite),
    );
    return [
      ratioResult({ what: `first look before a command, ${listed.length} files`, floorName: 'git status', floor: status, ours: first, atMost: 3, orMore: 100 }),
      limitResult({ what: 'before and after a command that changes nothing', ours: nothing, unit: 'ms', atMost: 5 }),
      ratioResult({
        what: `${paths.length} files changed by a command, observed and recorded`,
        floorName: 'write and fsync each',
        floor: recorded.floor.p50,
        ours: recorded.ours.p50,
        atMost: 2,
      }),
    ];
  } finally {
    await ide.close();
    await processes.endAll();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

async function observe(ide: WholeIde, work: () => Promise<unknown>): Promise<void> {
  const observation = await ide.changes.observe(authorship, signal);
  await work();
  await observation.end();
}

// What a record must cost at least: its contents are on disk for good.
async function durably(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await open(path, 'a');
    await file.writeFile('// more\n');
    await file.sync();
    await file.close();
  }
}

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = 0; round < ROUNDS; round++) taken.push((await timed(work)).ms);
  return taken;
}
