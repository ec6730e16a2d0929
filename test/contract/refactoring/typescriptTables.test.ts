// Functions and constants taken out and put back by TypeScript 6, in all situations that the compiler's own tests know, one text for each theme.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { outcomes } from './behaviour.ts';
import { fixturesIn } from './fixtures.ts';
import { filesOf, TSCONFIG, testRefusals, testRows } from './table.ts';

const NAME = { name: 'part' };
const tables = [
  fixturesIn('extractFunctionResults', 'extract_function', NAME),
  fixturesIn('extractFunctionParameters', 'extract_function', NAME),
  fixturesIn('extractFunctionFlow', 'extract_function', NAME),
  fixturesIn('extractFunctionFrames', 'extract_function', NAME),
  fixturesIn('extractFunctionPlaces', 'extract_function', NAME),
  fixturesIn('extractFunctionManner', 'extract_function', NAME),
  fixturesIn('extractVariablePlaces', 'extract_variable', NAME),
  fixturesIn('extractVariableTypes', 'extract_variable', NAME),
  fixturesIn('extractVariableManner', 'extract_variable', NAME),
  fixturesIn('extractVariableEverywhere', 'extract_variable', { ...NAME, all_occurrences: true }),
  fixturesIn('inlineVariable', 'inline_symbol'),
  fixturesIn('inlineVariableManner', 'inline_symbol'),
  fixturesIn('inlineVariableRefused', 'inline_symbol'),
  fixturesIn('inlineFunction', 'inline_symbol'),
  fixturesIn('inlineFunctionRefused', 'inline_symbol'),
  fixturesIn('inlineAcrossFiles', 'inline_symbol'),
  fixturesIn('inlineAcrossImports', 'inline_symbol'),
];
const rows = tables.flatMap((table) => table.rows);
const refused = tables.flatMap((table) => table.refused);

const OPTIONS = '"allowJs": true, "jsx": "preserve", "lib": ["es2023", "dom", "esnext.disposable"], "strict"';
const JSX = 'declare namespace JSX {\n  interface Element {}\n  interface IntrinsicElements {\n    [name: string]: unknown;\n  }\n}\n';

let real: RealAgent;
beforeAll(async () => {
  const tsconfig = TSCONFIG['tsconfig.json'].replace('"strict"', OPTIONS);
  real = await realAgentOn({ ...TSCONFIG, 'tsconfig.json': tsconfig, 'rows/jsx.d.ts': JSX, ...filesOf(rows, refused) });
});
afterAll(() => real.close());

testRows(rows, () => real);
testRefusals(refused, () => real);

test('every program does afterwards what it did before', async () => {
  const all = await outcomes(rows);
  expect(all.length).toBeGreaterThan(150);
  for (const { title, before, after } of all) expect(after, title).toBe(before);
  expect(all.filter(({ before }) => before.startsWith('failed'))).toEqual([]);
});
