// What git costs through us: status and diff against git itself, on a repository of 235,000 lines with some changes.
import { execFile, execFileSync } from 'node:child_process';
import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { openEffect } from '../corpus.ts';
import { startDaemon } from '../daemon.ts';
import { type Result, ratioResult, tails } from '../result.ts';
import { sideBySide } from '../statistics.ts';

const ROUNDS = 40;
const WARMING_UP = 20;
const CHANGED = 25;
const AT_MOST = 1.3;
const run = promisify(execFile);

export async function git(): Promise<Result[]> {
  await using corpus = await openEffect();
  const { folder } = corpus;
  const file = corpus.hot.file;
  const local = (...args: string[]) => execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], { cwd: folder, stdio: 'ignore' });
  local('init', '-q');
  local('add', '-A');
  local('commit', '-q', '-m', 'all');
  for (const file of corpus.files.slice(0, CHANGED)) await appendFile(join(folder, file), 'export const changed = true;\n');
  await writeFile(join(folder, 'new.ts'), 'export {};\n');
  // Files that changed in the second of the index are looked at again each time, by anybody.
  local('update-index', '-q', '--refresh');
  await using home = await temporaryHome();
  await using _daemon = await startDaemon(home.environment, folder);
  await using agent = await Agent.connectToAll(home.environment, folder);
  const bare = (...args: string[]) => run('git', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  const rows = [
    { tool: 'git_status', input: {}, floor: () => bare('status') },
    { tool: 'git_diff', input: {}, floor: () => bare('diff') },
    { tool: 'git_log', input: {}, floor: () => bare('log', '-50') },
    { tool: 'git_show', input: {}, floor: () => bare('show', 'HEAD') },
    { tool: 'git_blame', input: { file }, floor: () => bare('blame', '--', file) },
  ];
  const results: Result[] = [];
  for (const { tool, input, floor } of rows) {
    const ask = () => agent.call(tool, input);
    await sideBySide(WARMING_UP, floor, ask);
    const measured = await sideBySide(ROUNDS, floor, ask);
    const what = `warm ${tool}, ${corpus.files.length} files, ${CHANGED} changed`;
    results.push(
      ratioResult({
        what,
        floorName: tool.replace('_', ' '),
        floor: measured.floor.p50,
        ours: measured.ours.p50,
        atMost: AT_MOST,
        note: tails(measured.floor, measured.ours),
      }),
    );
  }
  return results;
}
