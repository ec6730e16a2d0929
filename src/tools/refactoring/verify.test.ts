// Through the front door: a refactoring that would bring new errors writes nothing, unless the agent asks for it.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';
import { allTools } from '../catalogue.ts';

const SHOP = `
// @file cart.ts
export function total(price: number, rate: number) {
  return price * rate;
}
export function unused() {
  return 1 + 2;
}
// @file main.ts
import { total } from './cart.ts';
export const bill = total(1, 2);
`;
const symbol = { file: 'cart.ts', name: 'total' };
const SUM = { file: 'cart.ts', start_line: 5, start_column: 10, end_line: 5, end_column: 15, name: 'fresh' };

// Each writes the word "fresh", which the engine takes for an error.
const REFACTORINGS: Readonly<Record<string, Record<string, unknown>>> = {
  rename_symbol: { symbol, new_name: 'fresh' },
  rename_file: { file: 'cart.ts', new_file: 'fresh.ts' },
  extract_variable: SUM,
  extract_function: SUM,
  change_signature: { symbol, parameters: [{ name: 'fresh', from: 'price' }, { name: 'rate' }] },
};

test.each(Object.entries(REFACTORINGS))('%s that brings errors is refused before anything is written; report writes it', async (tool, given) => {
  await using agent = await agentOn(SHOP, { script: { mistakes: ['fresh'] } });
  const before = agent.ide.documents.snapshots().map(({ uri, text }) => ({ uri, text }));
  const refusal = await agent.refusal(tool, given);
  expect(refusal).toMatchObject({
    error: 'new_errors',
    newErrors: expect.arrayContaining([expect.objectContaining({ message: "Cannot find name 'fresh'." })]),
    next: expect.stringContaining("verify: 'report'"),
  });
  expect(agent.ide.documents.snapshots().map(({ uri, text }) => ({ uri, text }))).toEqual(before);
  expect((await agent.call('list_changes', {})).value).toMatchObject({ changes: [] });
  const { value } = await agent.call(tool, { ...given, verify: 'report' });
  expect(value).toMatchObject({ applied: true });
  expect(z.array(z.unknown()).parse(value['newErrors'])).not.toEqual([]);
});

const DEFAULTS = {
  report: /^(edit_file|edit_symbol|write_file|undo|redo|format_code|optimize_imports|replace_structure|apply_quick_fix|create_scratch_file)$/,
};

test('every refactoring refuses by default, and every other edit reports', () => {
  const defaults = allTools.flatMap(({ name, input }) => {
    const { properties } = z
      .object({ properties: z.record(z.string(), z.looseObject({ default: z.unknown().optional() })) })
      .parse(z.toJSONSchema(input, { io: 'input' }));
    return properties['verify'] === undefined ? [] : [{ name, verify: properties['verify'].default }];
  });
  expect(
    defaults
      .filter(({ verify }) => verify === 'refuse')
      .map(({ name }) => name)
      .sort(),
  ).toEqual([...Object.keys(REFACTORINGS), 'inline_symbol', 'move_symbol', 'safe_delete'].sort());
  expect(defaults.filter(({ name }) => DEFAULTS.report.test(name)).every(({ verify }) => verify === 'report')).toBe(true);
});

test('force writes it in spite of the errors', async () => {
  await using agent = await agentOn(SHOP, { script: { mistakes: ['fresh'] } });
  const parameters = [{ name: 'fresh', from: 'price' }, { name: 'rate' }];
  expect((await agent.call('change_signature', { symbol, parameters, force: true })).value).toMatchObject({ applied: true });
  expect((await agent.call('safe_delete', { symbol, force: true })).value).toMatchObject({ applied: true });
});

test('what could not be checked does not refuse: it is reported', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'the borrow checker was not asked.' } });
  const given = { symbol: { file: 'cart.ts', line: 1, name: 'total' }, new_name: 'sum', allow_incomplete: true };
  expect((await agent.call('rename_symbol', given)).value).toMatchObject({ applied: true, newErrors: [], unverified: 'the borrow checker was not asked.' });
});

test('what only what is written can show is taken back, says so, and is in the history as rolled back', async () => {
  await using agent = await agentOn(SHOP, { script: { mistakes: ['fresh'] } });
  const refusal = await agent.refusal('write_file', { file: 'new.ts', text: 'fresh();\n', verify: 'refuse' });
  expect(refusal).toMatchObject({
    error: 'new_errors',
    message: expect.stringContaining('It was checked after writing and taken back: errors of files that come'),
  });
  expect(agent.ide.documents.snapshots().map(({ uri }) => uri.split('/').at(-1))).toEqual(['cart.ts', 'main.ts']);
  const { changes } = z.object({ changes: z.array(z.looseObject({ changeId: z.string() })) }).parse((await agent.call('list_changes', {})).value);
  expect(changes).toMatchObject([{ tool: 'write_file', rolledBack: true }]);
  expect(changes[0]).not.toHaveProperty('undoneBy');
  const change_id = changes[0]?.changeId;
  expect(await agent.refusal('undo', {})).toMatchObject({ error: 'change_not_named' });
  expect(await agent.refusal('undo', { change_id })).toMatchObject({ error: 'not_undoable', message: expect.stringContaining('rolled back') });
  expect(await agent.refusal('redo', { change_id })).toMatchObject({ error: 'not_undone', message: expect.stringContaining('rolled back') });
});

test('nobody is asked about a refactoring that is refused', async () => {
  const asked: string[] = [];
  const person = ({ id }: { id: string }) => {
    asked.push(id);
    return { decision: 'accept' } as const;
  };
  await using agent = await agentOn(SHOP, { script: { mistakes: ['fresh'] }, policy: { ...defaultPolicy, tools: { rename_symbol: 'ask' } }, person });
  expect(await agent.refusal('rename_symbol', { symbol, new_name: 'fresh' })).toMatchObject({ error: 'new_errors' });
  expect(asked).toEqual([]);
});
