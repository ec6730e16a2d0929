// A change over many files whose daemon is killed in the middle of it: what the files hold after the next start, and what the history says.
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { seconds } from '../../src/base/waiting/duration.ts';
import type { FileOperation } from '../../src/ide/workspaceEdit.ts';
import { HeadlessChanges } from '../../src/machine/changes/headlessChanges.ts';
import type { Home } from '../support/builtProgram.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf } from './machine.ts';

export interface KilledChange {
  // From the moment when the change was recorded.
  readonly killedAfterMs: number;
  readonly answered: boolean;
  // As the history lists it after the next start; unrecorded when it knows nothing of it.
  readonly listed: 'done' | 'rolled back' | 'unrecorded';
  // What the files hold then, as a whole.
  readonly files: 'as before' | 'as after' | 'neither';
  readonly leftBehind: readonly string[];
}

const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const Listed = z.object({ changes: z.array(z.object({ changeId: z.string(), rolledBack: z.boolean().optional() })) });
const RECORDED = seconds(30);

// `chance` gives a whole number below its argument. The change is undone and brought back in turn, each time by a daemon that dies of it.
export async function killDuringChanges(home: Home, moments: number, chance: (below: number) => number, fileCount = 400): Promise<readonly KilledChange[]> {
  const project = join(home.folder, 'many');
  await writeFiles(project, fileCount);
  const before = await treeOf(project);
  const id = await changeAll(home, project, fileCount);
  const after = await treeOf(project);
  let isAfter = true;
  const outcomes: KilledChange[] = [];
  let agent = await Agent.connected(home, project);
  try {
    const whole = await undisturbed(agent, home, id);
    for (let moment = 0; moment < moments; moment++) {
      const known = await newest(agent);
      const records = recordsOf(home).length;
      const answer = agent.call(isAfter ? 'undo' : 'redo', { change_id: id }).then(
        ({ result }) => result?.isError !== true,
        () => false,
      );
      await recorded(home, records);
      const killedAfterMs = chance(Math.ceil(whole * 10)) / 10;
      await sleep(killedAfterMs);
      for (const { pid } of await daemonsOf(home)) process.kill(pid, 'SIGKILL');
      await agent[Symbol.asyncDispose]();
      const answered = await answer;
      agent = await Agent.connected(home, project);
      const latest = await newest(agent);
      const listed = latest?.changeId === known?.changeId ? 'unrecorded' : latest?.rolledBack === true ? 'rolled back' : 'done';
      const tree = await treeOf(project);
      const [from, to] = isAfter ? [after, before] : [before, after];
      const files = isSameTree(tree, from) ? 'as before' : isSameTree(tree, to) ? 'as after' : 'neither';
      const leftBehind = [...tree.keys()].filter((path) => !before.has(path) && !after.has(path));
      outcomes.push({ killedAfterMs, answered, listed, files, leftBehind });
      if (files === 'neither') return outcomes;
      if (files === 'as after') isAfter = !isAfter;
    }
  } finally {
    await agent[Symbol.asyncDispose]();
  }
  return outcomes;
}

// Whole, and the history says which.
export function isHonest({ listed, files, leftBehind, answered }: KilledChange): boolean {
  return leftBehind.length === 0 && files === (listed === 'done' ? 'as after' : 'as before') && (!answered || listed === 'done');
}

export async function writeFiles(project: string, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const path = join(project, nameOf(number));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `total ${number}\n${'a line that stays\n'.repeat(number)}`);
  }
}

const nameOf = (number: number): string => `part ${number % 20}/file ${number}.txt`;

// Edits in most files; the last ones move, go and come.
export async function changeAll(home: Home, path: string, count: number): Promise<string> {
  const stateFolder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle');
  const uri = (name: string) => uriOf(join(path, name));
  const changes = new HeadlessChanges({ project: { name: 'many', path, uri: uriOf(path), trusted: true }, stateFolder, log: silent });
  const operations = Array.from({ length: count }, (_, number): FileOperation => {
    if (number % 20 === 17) return { kind: 'move', uri: uri(nameOf(number)), to: uri(`moved/${number}.txt`), ifExists: 'fail' };
    if (number % 20 === 18) return { kind: 'delete', uri: uri(nameOf(number)), ifMissing: 'fail' };
    if (number % 20 === 19) return { kind: 'create', uri: uri(`new/${number}.txt`), text: `new ${number}\n`, ifExists: 'fail' };
    return { kind: 'edit', uri: uri(nameOf(number)), edits: [{ range: { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } }, newText: 'sum' }] };
  });
  const plan = await changes.plan({ operations }, signal);
  return (await changes.apply(plan, { author: 'tester', tool: 'rename_symbol', title: 'rename total to sum' }, signal)).id;
}

// There and back; how long from the record to the answer, in milliseconds.
async function undisturbed(agent: Agent, home: Home, id: string): Promise<number> {
  const taken: number[] = [];
  for (const tool of ['undo', 'redo']) {
    const records = recordsOf(home).length;
    const answer = agent.call(tool, { change_id: id });
    await recorded(home, records);
    const start = performance.now();
    const { result } = await answer;
    if (result?.isError === true) throw new Error(`${tool} failed: ${textOf({ result })}`);
    taken.push(performance.now() - start);
  }
  return Math.max(...taken);
}

async function newest(agent: Agent): Promise<z.infer<typeof Listed>['changes'][number] | undefined> {
  const answer = await agent.call('list_changes', { max_tokens: 8_000 });
  if (answer.result?.isError === true) throw new Error(`list_changes failed: ${textOf(answer)}`);
  return Listed.parse(answer.result?.structuredContent).changes[0];
}

// A change begins with its record.
export async function recorded(home: Home, before: number): Promise<void> {
  const deadline = Date.now() + RECORDED;
  while (recordsOf(home).length === before) {
    if (Date.now() > deadline) throw new Error('no change was recorded');
    await nextTurn();
  }
}

export function recordsOf(home: Home): readonly string[] {
  const folder = join(home.environment['XDG_STATE_HOME'] ?? '', 'binnacle', 'changes');
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).flatMap((name) => (String(name).endsWith('.change') ? [String(name)] : [])) : [];
}

export async function treeOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(await Promise.all(files.map(async (file): Promise<[string, string]> => [file.slice(folder.length + 1), await readFile(file, 'latin1')])));
}

export function isSameTree(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([path, text]) => other.get(path) === text);
}
