// The bench: floors and our numbers side by side in one run, as ratios, with the bars that we hold ourselves to next to them.

import { availableParallelism, loadavg } from 'node:os';
import { acp } from './cases/acp.ts';
import { answers } from './cases/answers.ts';
import { changes } from './cases/changes.ts';
import { debugging } from './cases/debugging.ts';
import { diagnostics } from './cases/diagnostics.ts';
import { edits } from './cases/edits.ts';
import { git } from './cases/git.ts';
import { history } from './cases/history.ts';
import { journeys } from './cases/journeys.ts';
import { list } from './cases/list.ts';
import { load } from './cases/load.ts';
import { memory } from './cases/memory.ts';
import { monorepo } from './cases/monorepo.ts';
import { observed } from './cases/observed.ts';
import { python } from './cases/python.ts';
import { refactorings } from './cases/refactorings.ts';
import { cold, warm } from './cases/references.ts';
import { running } from './cases/running.ts';
import { agents, start } from './cases/start.ts';
import { testing } from './cases/testing.ts';
import { tools } from './cases/tools.ts';
import { vscode } from './cases/vscode.ts';
import { window } from './cases/window.ts';
import { freshness } from './freshness.ts';
import { type Result, table } from './result.ts';

const cases: Record<string, () => Promise<Result[]>> = {
  start,
  list,
  history,
  load,
  freshness,
  agents,
  warm,
  cold,
  diagnostics,
  changes,
  edits,
  observed,
  git,
  running,
  refactorings,
  monorepo,
  python,
  debugging,
  testing,
  tools,
  answers,
  journeys,
  acp,
  memory,
  window,
  vscode,
};

export async function bench(args: readonly string[]): Promise<number> {
  const json = args.includes('--json');
  const wanted = args.flatMap((arg, index) => (args[index - 1] === '--only' ? arg.split(',') : []));
  const unknown = wanted.filter((name) => cases[name] === undefined);
  if (unknown.length > 0) {
    process.stderr.write(`There is no ${unknown.join(', ')}; there are: ${Object.keys(cases).join(', ')}\n`);
    return 2;
  }
  const before = busy();
  const results: (Result & { case: string })[] = [];
  for (const [name, measure] of Object.entries(cases)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    process.stderr.write(`${name} …\n`);
    for (const result of await measure()) results.push({ case: name, ...result });
  }
  const machine = { node: process.version, platform: `${process.platform}-${process.arch}`, ...(before !== undefined && { warning: before }) };
  process.stdout.write(
    json ? `${JSON.stringify({ ...machine, results }, undefined, 2)}\n` : `${table(results)}\n${before === undefined ? '' : `\n${before}\n`}`,
  );
  return results.every((result) => result.met) ? 0 : 1;
}

// Ratios hold only while the machine has a core to spare: we run in more processes than a bare engine does.
function busy(): string | undefined {
  const [load = 0] = loadavg();
  return load > availableParallelism()
    ? `the machine is busy (load ${load.toFixed(1)} on ${availableParallelism()} cores): times and ratios are inflated`
    : undefined;
}
