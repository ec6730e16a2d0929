// The expression that V8 evaluates at a breakpoint, run here as V8 would run it.
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { BINDING, complaintAbout, meetsHit, messageParts, parseHitCondition, stopExpression } from './conditions.ts';

function run(expression: string | undefined, times: number, scope: Record<string, unknown> = {}): { stops: boolean[]; reports: unknown[] } {
  const reports: unknown[] = [];
  const context = { ...scope, [BINDING]: (payload: string) => reports.push(JSON.parse(payload)) };
  const stops = Array.from({ length: times }, (_, index) => runInNewContext(expression ?? 'true', Object.assign(context, { i: index + 1 })) === true);
  return { stops, reports };
}

test('without conditions there is nothing to evaluate', () => {
  expect(stopExpression(1, {})).toBeUndefined();
  expect(stopExpression(1, { condition: '  ', logMessage: '' })).toBeUndefined();
});

test('a hit counts only where the condition holds', () => {
  const { stops } = run(stopExpression(1, { condition: 'i > 1 // more', hitCondition: '2' }), 4);
  expect(stops).toEqual([false, false, true, false]);
});

test('every form of a hit count, in V8 and where we count ourselves', () => {
  const forms: Record<string, boolean[]> = {
    '3': [false, false, true, false],
    '=2': [false, true, false, false],
    '===2': [false, true, false, false],
    '> 2': [false, false, true, true],
    '>=2': [false, true, true, true],
    '<3': [true, true, false, false],
    '<= 1': [true, false, false, false],
    '%2': [false, true, false, true],
  };
  for (const [form, expected] of Object.entries(forms)) {
    expect(run(stopExpression(1, { hitCondition: form }), 4).stops, form).toEqual(expected);
    const parsed = parseHitCondition(form);
    expect(
      [1, 2, 3, 4].map((hits) => parsed !== undefined && meetsHit(hits, parsed)),
      form,
    ).toEqual(expected);
  }
  for (const wrong of ['often', '-1', '% 0', '1.5', '']) expect(parseHitCondition(wrong), wrong).toBeUndefined();
});

test('no name of the program is hidden by what stands around its expressions', () => {
  const scope = Object.fromEntries([...'abcdefghijklmnopqrstuvwxyz', 'values', 'text', 'name', 'get', 'count', 'hits'].map((name, index) => [name, index]));
  const names = Object.keys(scope).filter((name) => name !== 'i');
  const { reports } = run(stopExpression(1, { hitCondition: '>= 1', logMessage: names.map((name) => `{${name}}`).join(' ') }), 1, scope);
  expect(reports).toMatchObject([{ kind: 'log', values: names.map((name) => [name, String(scope[name])]) }]);
  for (const name of names)
    expect(run(stopExpression(1, { condition: `${name} === ${scope[name]}`, hitCondition: '1' }), 1, scope).stops, name).toEqual([true]);
});

test('a message never stops and prints each value; what throws is printed in its place', () => {
  const { stops, reports } = run(stopExpression(7, { logMessage: 'i={i} o={({ a: [1, "x"] })} {missing.x} {} {' }), 1);
  expect(stops).toEqual([false]);
  expect(reports).toEqual([
    {
      kind: 'log',
      id: 7,
      text: 'i=1 o={a: [1, "x"]} <ReferenceError: missing is not defined> {} {',
      values: [
        ['i', '1'],
        ['({ a: [1, "x"] })', '{a: [1, "x"]}'],
        ['missing.x', '<ReferenceError: missing is not defined>'],
      ],
    },
  ]);
});

test('values are written without calling their getters, to a depth and a length', () => {
  const printed = (expression: string) => {
    const [report] = run(stopExpression(1, { logMessage: `{${expression}}` }), 1).reports;
    return report;
  };
  expect(printed('[new Map([["k", new Set([1n])]]), -0, null, undefined, Symbol("s"), function named() {}]')).toMatchObject({
    text: '[Map {"k" => Set {1n}}, -0, null, undefined, Symbol(s), ƒ named]',
  });
  expect(
    printed('new (class Row { get lazy() { throw 1 } constructor() { Object.defineProperty(this, "own", { get() { throw 2 }, enumerable: true }) } })'),
  ).toMatchObject({
    text: 'Row {own: (…)}',
  });
  expect(printed('Array.from({ length: 30 }, (_, n) => n)')).toMatchObject({ text: expect.stringMatching(/19, …\]$/) });
  expect(printed('({ a: { b: { c: { d: 1 } } } })')).toMatchObject({ text: '{a: {b: {c: {…}}}}' });
});

test('a condition that throws does not stop, and is reported', () => {
  expect(run(stopExpression(3, { condition: 'missing' }), 1)).toEqual({
    stops: [false],
    reports: [{ kind: 'error', id: 3, text: 'ReferenceError: missing is not defined' }],
  });
});

test('what does not parse is known before any program runs', () => {
  expect(complaintAbout({ condition: 'a ==' })).toMatch(/condition does not parse/);
  expect(complaintAbout({ condition: 'a) || (b' })).toBeUndefined();
  expect(complaintAbout({ condition: 'await x' })).toBeUndefined();
  expect(complaintAbout({ logMessage: 'x {a b}' })).toMatch(/\{a b\} of the log message does not parse/);
  expect(complaintAbout({ condition: 'a === 1', hitCondition: '3', logMessage: '{a}' })).toBeUndefined();
});

test('braces within an expression belong to it', () => {
  expect(messageParts('a {({ b: { c } })} d')).toEqual([{ text: 'a ' }, { expression: '({ b: { c } })' }, { text: ' d' }]);
});
