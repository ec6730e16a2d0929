// Tests of refactorings of TypeScript from texts of fixtures: all rows of a theme in one project, whose programs run before and after.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from '../tools/realAgent.ts';
import { outcomes } from './behaviour.ts';
import type { Fixtures } from './fixtures.ts';
import { filesOf, TSCONFIG, testRefusals, testRows } from './table.ts';

const OPTIONS = '"allowJs": true, "jsx": "preserve", "lib": ["es2023", "dom", "esnext.disposable"], "strict"';
const JSX = 'declare namespace JSX {\n  interface Element {}\n  interface IntrinsicElements {\n    [name: string]: unknown;\n  }\n}\n';

// `programs` is how many rows can be run at least.
export function testTables(tables: readonly Fixtures[], programs = 21): void {
  const rows = tables.flatMap((table) => table.rows);
  const refused = tables.flatMap((table) => table.refused);
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
    expect(all.length).toBeGreaterThanOrEqual(programs);
    for (const { title, before, after } of all) expect(after, title).toBe(before);
    expect(all.filter(({ before }) => before.startsWith('failed'))).toEqual([]);
  });
}
