// Ten agents at work in one project at the same time, on files of their own and on the same ones, and whether anything of it is lost.
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { z } from 'zod';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import { IdeError } from '../../../src/ide/errors/errors.ts';
import { OPTIONAL_DOORS, type WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { editFile } from '../../../src/tools/editing/edit_file.ts';
import { undo } from '../../../src/tools/editing/undo.ts';
import { writeFile as writeTool } from '../../../src/tools/editing/write_file.ts';
import type { ProjectContext, Tool } from '../../../src/tools/tool.ts';
import { unguarded } from '../../support/check.ts';
import { parsedFor } from '../../support/parsedFor.ts';

const AGENTS = 10;
const SHARED = 3;
const LINES = 40;
const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const Done = z.object({ changeId: z.string() });

type Deed =
  | { readonly kind: 'add'; readonly file: number; readonly line: number }
  | { readonly kind: 'create' }
  | { readonly kind: 'undo'; readonly which: number }
  | { readonly kind: 'preview'; readonly file: number; readonly line: number };

const file = fc.integer({ min: 0, max: SHARED });
const line = fc.integer({ min: 0, max: LINES - 1 });
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('add' as const), file, line }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('create' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), which: fc.nat() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('preview' as const), file, line }) },
);

// What each of the ten does, and in which order everything is undone afterwards.
export const workOfTen = fc.record({
  deeds: fc.array(fc.array(deed, { minLength: 1, maxLength: 6 }), { minLength: AGENTS, maxLength: AGENTS }),
  undoing: fc.array(fc.nat(), { minLength: 200, maxLength: 200 }),
});
export type WorkOfTen = typeof workOfTen extends fc.Arbitrary<infer Work> ? Work : never;

// Throws what is wrong, in a sentence.
export async function workTogether({ deeds, undoing }: WorkOfTen): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-ten-')));
  const path = join(folder, 'project');
  await mkdir(path);
  const names = [...Array.from({ length: SHARED }, (_, number) => `shared${number}.txt`), ...Array.from({ length: AGENTS }, (_, agent) => `own${agent}.txt`)];
  for (const name of names) await writeFile(join(path, name), Array.from({ length: LINES }, (_, number) => `${name} line ${number};\n`).join(''));
  const services = { stateFolder: join(folder, 'state'), processes: new Processes({ started: () => {}, ended: () => {} }), log: silent };
  const ide = await openHeadlessIde({ name: 'project', path, uri: uriOf(path), trusted: true }, services);
  try {
    const original = await treeOf(path);
    const agents = deeds.map((own, number) => new TestAgent(ide, number, own));
    await Promise.all(agents.map((agent) => agent.work()));
    await expectNothingLost(ide, path, agents);
    await undoAll(ide, agents, undoing);
    const left = await treeOf(path);
    for (const name of new Set([...original.keys(), ...left.keys()]))
      if (original.get(name) !== left.get(name)) throw new Error(`after everything was undone, ${name} is not what it was:\n${left.get(name)}`);
  } finally {
    await ide.close();
    await rm(folder, { recursive: true, force: true });
  }
}

class TestAgent {
  // Changes that stand, and the line that each put somewhere.
  readonly standing = new Map<string, string>();
  readonly undone = new Set<string>();
  readonly #ide: WholeIde;
  readonly #number: number;
  readonly #deeds: readonly Deed[];

  constructor(ide: WholeIde, number: number, deeds: readonly Deed[]) {
    this.#ide = ide;
    this.#number = number;
    this.#deeds = deeds;
  }

  async work(): Promise<void> {
    for (const [index, deed] of this.#deeds.entries()) {
      const mark = `mark ${this.#number}.${index};`;
      if (deed.kind === 'add') this.standing.set(await untilItFits(() => this.#add(deed, mark, false)), mark);
      if (deed.kind === 'preview') await untilItFits(() => this.#add(deed, `never ${mark}`, true));
      if (deed.kind === 'create') this.standing.set(await this.#call(writeTool, { file: `new ${this.#number}.${index}.txt`, text: `${mark}\n` }), mark);
      if (deed.kind === 'undo') await this.#undoOne([...this.standing.keys()][deed.which % Math.max(1, this.standing.size)]);
    }
  }

  // Whether it could be: others may have changed the same lines since.
  async undo(id: string): Promise<boolean> {
    try {
      await untilItFits(() => this.#call(undo, { change_id: id }));
    } catch (error) {
      if (error instanceof IdeError && error.code === 'undo_conflict') return false;
      throw error;
    }
    this.standing.delete(id);
    this.undone.add(id);
    return true;
  }

  async #undoOne(id: string | undefined): Promise<void> {
    if (id !== undefined) await this.undo(id);
  }

  async #add({ file: number, line: at }: { file: number; line: number }, mark: string, preview: boolean): Promise<string> {
    const name = number < SHARED ? `shared${number}.txt` : `own${this.#number}.txt`;
    const old = `${name} line ${at};`;
    return this.#call(editFile, { file: name, edits: [{ old_text: old, new_text: `${old}\n${mark}` }], preview });
  }

  async #call(tool: Tool, input: Record<string, unknown>): Promise<string> {
    const { value } = await parsedFor(tool, input).run(contextFor(this.#ide, `agent ${this.#number}`));
    return value['applied'] === true ? Done.parse(value).changeId : '';
  }
}

// Somebody else was faster: read again and repeat, as the error says.
async function untilItFits(attempt: () => Promise<string>): Promise<string> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof IdeError) || error.code !== 'changed_meanwhile' || tries > 200) throw error;
    }
  }
}

async function expectNothingLost(ide: WholeIde, path: string, agents: readonly TestAgent[]): Promise<void> {
  const text = [...(await treeOf(path)).values()].join('');
  const expected = agents.flatMap(({ standing }) => [...standing.values()]).sort();
  const found = (text.match(/(?:never )?mark \d+\.\d+;/g) ?? []).sort();
  if (JSON.stringify(found) !== JSON.stringify(expected)) throw new Error(`the files hold ${found.join(' ')}, but ${expected.join(' ')} were written`);
  const history = await ide.changes.list(signal);
  const done = history.filter(({ rolledBack, undoes }) => rolledBack !== true && undoes === undefined);
  const made = agents.flatMap(({ standing, undone }) => [...standing.keys(), ...undone]).sort();
  const listed = done.map(({ id }) => id).sort();
  if (JSON.stringify(listed) !== JSON.stringify(made)) throw new Error(`the history has ${listed.length} changes, but ${made.length} were made`);
  for (const { id, undoneBy } of done) {
    const isUndone = agents.some(({ undone }) => undone.has(id));
    if (isUndone !== (undoneBy !== undefined)) throw new Error(`the history says ${undoneBy === undefined ? 'standing' : 'undone'} of ${id}, which is not so`);
  }
}

// In an order by chance; what conflicts with a later change waits until that is undone.
async function undoAll(ide: WholeIde, agents: readonly TestAgent[], order: readonly number[]): Promise<void> {
  for (let round = 0; agents.some(({ standing }) => standing.size > 0); round++) {
    const left = agents.flatMap((agent) => [...agent.standing.keys()].map((id) => ({ agent, id })));
    const shuffled = left.map((each, index) => ({ each, rank: order[(index + round) % order.length] ?? 0 })).sort((a, b) => a.rank - b.rank);
    let undone = 0;
    for (const { each } of shuffled) if (await each.agent.undo(each.id)) undone += 1;
    if (undone === 0) throw new Error(`${left.length} changes cannot be undone in any order, of ${(await ide.changes.list(signal)).length}`);
  }
}

function contextFor(ide: WholeIde, author: string): ProjectContext<'changes'> {
  const workbench = {
    doors: OPTIONAL_DOORS,
    projects: () => [ide.project],
    open: async () => ide,
    ide: () => ide,
    onProjects: () => ({ [Symbol.dispose]: () => {} }),
    closeAll: async () => {},
  };
  const decide = () => ({ decision: 'none', why: 'nobody is there' }) as const;
  return { workbench, tools: [], signal, progress: () => {}, author, owner: author, decide, budget: 8_000, ide, ...unguarded };
}

async function treeOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder);
  return new Map(await Promise.all(names.map(async (name): Promise<[string, string]> => [name, await readFile(join(folder, name), 'utf8')])));
}
