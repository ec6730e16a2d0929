// How a call ends: with an answer, with an error that helps, in time, in its turn, and in the history.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { journalInto } from '../../../test/support/notedCalls.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { openScriptedIde } from '../../hosts/scripted/scriptedIde.ts';
import { fileNotFound, notAFolder } from '../../ide/errors/errors.ts';
import type { Ide, Project, Workbench } from '../../ide/ide.ts';
import { OPTIONAL_DOORS } from '../../ide/optionalDoors.ts';
import { Catalogue } from '../../tools/catalogue.ts';
import { defineTool, type Effect, type ProjectContext, type Tool } from '../../tools/tool.ts';
import type { Client } from '../clients/client.ts';
import { Connections } from '../clients/connections.ts';
import { Holds } from '../clients/holds.ts';
import type { CallRecord } from '../history/callRecord.ts';
import { defaultPolicy, type Policy } from '../permission/permission.ts';
import { ProjectEvents } from '../projects/projectEvents.ts';
import { Reviews } from '../reviews/reviews.ts';
import { callTool, type ServerParts, type ToolCall } from './callTool.ts';
import { Schedule } from './schedule.ts';

test('an answer is the value and its text, and is recorded with its project', async () => {
  const house = houseWith([tool('say')]);
  expect(await house.call('say', { words: 'hello' })).toEqual({ ok: true, value: { said: 'hello' }, text: 'said hello', project: '/shop' });
  expect(house.records[0]).toMatchObject({ tool: 'say', client: 'agent 1', connection: '1', door: 'stdio', status: 'pending', parameters: { words: 'hello' } });
  expect(house.records.at(-2)).toMatchObject({ status: 'pending', project: '/shop' });
  expect(house.records.at(-1)).toMatchObject({
    tool: 'say',
    status: 'success',
    project: '/shop',
    durationMs: expect.any(Number),
    answerTokens: expect.any(Number),
    result: 'said hello',
  });
  expect(new Set(house.records.map(({ id }) => id)).size).toBe(1);
});

test('an unknown tool and a misspelled argument name the right ones', async () => {
  const house = houseWith([tool('find_references')]);
  expect(await house.refusal('find_refrences', {})).toMatchObject({ code: 'unknown_tool', next: 'Did you mean find_references?' });
  const wrong = await house.refusal('find_references', { wrods: 'x', at: { fiel: 'y' } });
  expect(wrong.code).toBe('invalid_arguments');
  expect(wrong.message).toContain('wrods is not an argument, did you mean words');
  expect(wrong.message).toContain('at.fiel is not an argument, did you mean file');
  expect(wrong.message).toContain('words is missing');
  expect(wrong.next).toBe('Its arguments are: words, at, project_path.');
});

test('arguments are parsed once for all who need them', async () => {
  let parses = 0;
  const counted = z.string().transform((words) => {
    parses += 1;
    return words.length;
  });
  const measure = defineTool({
    name: 'measure',
    title: 'measure',
    description: 'measure',
    effect: 'edits',
    input: z.strictObject({ words: counted }),
    output: z.object({ length: z.number() }),
    asksFirst: ({ words }) => (words > 100 ? 'it is long' : undefined),
    onlyReads: ({ words }) => words < 100,
    run: async (_context, { words }) => ({ length: words }),
    tell: ({ length }) => [String(length)],
  });
  const house = houseWith([measure]);
  expect(await house.call('measure', { words: 'hello', project_path: '/shop' })).toMatchObject({ ok: true, value: { length: 5 } });
  expect(parses).toBe(1);
});

test('an argument of a wrong kind is not called missing', async () => {
  const house = houseWith([tool('find_references')]);
  const wrong = await house.refusal('find_references', { words: 5, at: 'src/cart.ts:3' });
  expect(wrong.message).toBe('find_references: words: Invalid input: expected string, received number; at is an object with file.');
  const flat = await house.refusal('find_references', { words: 'x', file: 'src/cart.ts' });
  expect(flat.message).toBe('find_references: file is not an argument, did you mean at.file.');
});

test('an error of the tool is the answer, anything else is our bug and goes to the log', async () => {
  const house = houseWith([
    tool('lose', { run: () => Promise.reject(fileNotFound('a.ts')) }),
    tool('crash', { run: () => Promise.reject(new TypeError('oops')) }),
  ]);
  expect(await house.refusal('lose', { words: '' })).toMatchObject({ code: 'file_not_found' });
  expect(house.bugs).toEqual([]);
  expect(await house.refusal('crash', { words: '' })).toMatchObject({ code: 'internal_error', message: 'crash failed inside Binnacle: oops' });
  expect(house.bugs).toEqual(['crash: oops']);
  expect(house.records.filter(({ status }) => status === 'error').map(({ error }) => error)).toEqual([
    'file_not_found: There is no file a.ts.',
    expect.stringContaining('internal_error'),
  ]);
});

test('a tool that does not listen to its signal is left behind when the call is cancelled', async () => {
  const cancel = new AbortController();
  const begun = deferred<void>();
  const deaf: Run = () => {
    begun.resolve();
    return new Promise(() => {});
  };
  const house = houseWith([tool('deaf', { run: deaf })]);
  const answer = house.refusal('deaf', { words: '' }, { signal: cancel.signal });
  await begun.promise;
  cancel.abort();
  expect(await answer).toMatchObject({ code: 'cancelled' });
});

test('what the policy allows by name asks while a person holds the agent, what it denies stays denied, and reads go on', async () => {
  const holds = new Holds(new Connections());
  const effects = ['reads', 'edits', 'runs', 'controls'] as const;
  const named = Object.fromEntries(effects.map((effect) => [effect, 'allow' as const]));
  const policy: Policy = { ...defaultPolicy, tools: { ...named, denied: 'deny' } };
  const house = houseWith([...effects.map((effect) => tool(effect, { effect })), tool('denied', { effect: 'edits' })], { policy, holds });
  const { id } = holds.hold({ kind: 'everyone' }, 'wait');
  for (const name of ['edits', 'runs', 'controls'])
    expect(await house.refusal(name, { words: '' })).toMatchObject({ code: 'held_by_person', message: expect.stringContaining('with the note: wait') });
  expect(await house.refusal('denied', { words: '' })).toMatchObject({ code: 'not_permitted' });
  expect(await house.call('reads', { words: '' })).toMatchObject({ ok: true });
  holds.release(id);
  for (const name of effects) expect(await house.call(name, { words: '' })).toMatchObject({ ok: true });
});

test('edits of one project take turns, reads do not wait, and a cancelled edit gives its turn away', async () => {
  const gates = { begun: deferred<void>(), first: deferred<void>() };
  const order: string[] = [];
  const run: Run = async (_context, { words }) => {
    order.push(`begin ${words}`);
    gates.begun.resolve();
    if (words === 'first') await gates.first.promise;
    order.push(`end ${words}`);
    return { said: words };
  };
  const house = houseWith([tool('edit', { effect: 'edits', run }), tool('read', { run })]);
  const first = house.call('edit', { words: 'first' });
  await gates.begun.promise;
  const cancel = new AbortController();
  const second = house.call('edit', { words: 'second' }, { signal: cancel.signal });
  const third = house.call('edit', { words: 'third' });
  await house.call('read', { words: 'meanwhile' });
  cancel.abort();
  expect(await second).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  gates.first.resolve();
  await Promise.all([first, third]);
  expect(order).toEqual(['begin first', 'begin meanwhile', 'end meanwhile', 'end first', 'begin third', 'end third']);
});

test('the policy decides before anything runs, and `ask` without a person denies', async () => {
  const ran: string[] = [];
  const run: Run = async (_context, { words }) => {
    ran.push(words);
    return { said: words };
  };
  const house = houseWith([tool('edit', { effect: 'edits', run }), tool('run', { effect: 'runs', run })], {
    policy: { effects: { ...defaultPolicy.effects, edits: 'ask', runs: 'deny' }, tools: {} },
  });
  expect(await house.refusal('edit', { words: 'a' })).toMatchObject({ code: 'not_permitted', message: expect.stringContaining('nobody is there to ask') });
  expect(await house.refusal('run', { words: 'b' })).toMatchObject({ code: 'not_permitted', message: expect.stringContaining('denies') });
  const tighter = houseWith([tool('edit', { effect: 'edits', run })], {
    policy: { effects: { ...defaultPolicy.effects, edits: 'deny' }, tools: { edit: 'allow' } },
  });
  expect(await tighter.call('edit', { words: 'c' })).toMatchObject({ ok: true });
  expect(ran).toEqual(['c']);
});

test('a project that another process writes can be read, not edited', async () => {
  const house = houseWith([tool('edit', { effect: 'edits' }), tool('read')], { projects: [{ ...project('shop'), readOnly: { ownerPid: 42 } }] });
  expect(await house.refusal('edit', { words: '' })).toMatchObject({ code: 'not_permitted', message: expect.stringContaining('process 42') });
  expect(await house.call('read', { words: '' })).toMatchObject({ ok: true });
});

test('which project a call means: the one it names, else the connection’s own, else the only one', async () => {
  const several = houseWith([tool('where', { run: async ({ ide }) => ({ said: ide.project.name }) })], { projects: [project('shop'), project('api')] });
  expect(await several.call('where', { words: '', project_path: '/api' })).toMatchObject({ value: { said: 'api' } });
  expect(await several.call('where', { words: '' }, { root: '/shop' })).toMatchObject({ value: { said: 'shop' } });
  expect(await several.refusal('where', { words: '' })).toMatchObject({
    code: 'multiple_projects_open',
    details: { projects: [{ name: 'shop' }, { name: 'api' }] },
  });
  expect(await several.refusal('where', { words: '', project_path: '/none' })).toMatchObject({ code: 'project_not_open' });
  expect(await houseWith([tool('where')], { projects: [] }).refusal('where', { words: '' })).toMatchObject({ code: 'no_project_open' });
});

test('secrets do not reach the history', async () => {
  const house = houseWith([tool('say')]);
  await house.call('say', { words: 'Authorization: Bearer abcdefgh12345678', password: 'hunter2' });
  expect(JSON.stringify(house.records)).not.toMatch(/abcdefgh12345678|hunter2/);
});

test('arguments of a hundred thousand levels, and of thousands of secrets, are answered and kept in few words', async () => {
  const house = houseWith([tool('say')]);
  let deep: unknown = 'end';
  for (let level = 0; level < 100_000; level++) deep = [deep];
  expect(await house.refusal('say', { words: deep })).toMatchObject({ code: 'invalid_arguments' });
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`token${index}`, `value-${index}`]));
  expect(await house.refusal('say', { words: 'hello', ...many })).toMatchObject({ code: 'invalid_arguments' });
  expect(JSON.stringify(house.records).length).toBeLessThan(100_000);
});

test('a text that does not fit is replaced by a shorter one, and the shortest ends at a line', async () => {
  const lines = Array.from({ length: 500 }, (_, index) => `line ${index} with some words in it`);
  const house = houseWith([tool('tell', { tell: () => [lines.join('\n'), 'short'] }), tool('long', { tell: () => [lines.join('\n')] })]);
  expect(await house.call('tell', { words: '' }, { budget: 500 })).toMatchObject({ text: 'short' });
  const outcome = await house.call('long', { words: '' }, { budget: 500 });
  const printed = outcome.ok ? outcome.text.split('\n') : [];
  expect(printed.at(-1)).toContain('did not fit');
  expect(printed.slice(0, -1).every((line) => lines.includes(line))).toBe(true);
});

type Run = (context: ProjectContext, input: { words: string }) => Promise<{ said: string }>;

function tool(
  name: string,
  {
    effect = 'reads',
    run = async (_context, { words }) => ({ said: words }),
    tell = ({ said }) => [`said ${said}`],
  }: { effect?: Effect; run?: Run; tell?: (value: { said: string }) => Iterable<string> } = {},
): Tool {
  return defineTool({
    name,
    title: name,
    description: name,
    effect,
    input: z.strictObject({ words: z.string(), at: z.strictObject({ file: z.string() }).optional() }),
    output: z.strictObject({ said: z.string() }),
    run,
    tell,
  });
}

interface HouseOptions {
  readonly policy?: Policy;
  readonly projects?: readonly Project[];
  readonly holds?: Holds;
}

function houseWith(tools: readonly Tool[], { policy = defaultPolicy, projects = [project('shop')], holds }: HouseOptions = {}) {
  const records: CallRecord[] = [];
  const bugs: string[] = [];
  const parts: ServerParts = {
    version: '0',
    catalogue: new Catalogue(tools),
    workbench: workbenchOf(projects),
    events: new ProjectEvents(workbenchOf(projects)),
    schedule: new Schedule(),
    policy: () => policy,
    reviews: new Reviews(),
    ...(holds !== undefined && { holds }),
    journal: journalInto(records),
    onInternalError: (name, error) => bugs.push(`${name}: ${error instanceof Error ? error.message : ''}`),
  };
  const call = (
    name: string,
    given: unknown,
    { signal = new AbortController().signal, root, budget }: { signal?: AbortSignal; root?: string; budget?: number } = {},
  ) => {
    const client: Client = {
      id: '1',
      name: 'agent',
      version: '1',
      door: 'stdio',
      trustsRoot: true,
      root: async () => root,
      ...(budget !== undefined && { answerBudget: budget }),
    };
    const asked: ToolCall = { tool: name, arguments: given, client, signal, progress: () => {} };
    return callTool(parts, asked);
  };
  const refusal = async (...given: Parameters<typeof call>) => {
    const outcome = await call(...given);
    if (outcome.ok) throw new Error(`${given[0]} was expected to fail`);
    return outcome.error;
  };
  return { call, refusal, records, bugs };
}

function project(name: string): Project {
  return { name, path: `/${name}`, uri: `file:///${name}`, trusted: true };
}

function workbenchOf(projects: readonly Project[]): Workbench {
  const ideOf = (found: Project): Ide => ({ ...openScriptedIde('', {}, found.name), project: found });
  return {
    doors: OPTIONAL_DOORS,
    projects: () => projects,
    async open(path) {
      const found = projects.find((candidate) => candidate.path === path);
      if (found === undefined) throw notAFolder(path);
      return ideOf(found);
    },
    ide(path) {
      const found = projects.find((candidate) => candidate.path === path);
      return found === undefined ? undefined : ideOf(found);
    },
    onProjects: () => ({ [Symbol.dispose]: () => {} }),
    closeAll: async () => {},
  };
}
