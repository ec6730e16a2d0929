// Every printed form of a long answer ends with a whole line, is shorter than the one before, and says what it left out and how to get it.
import { expect, test } from 'vitest';
import { agentOn, unguarded } from '../../../test/support/check.ts';
import { parsedFor } from '../../../test/support/parsedFor.ts';
import { getDiagnostics } from '../diagnostics/get_diagnostics.ts';
import { getFileOutline } from '../navigation/get_file_outline.ts';
import type { Tool } from '../tool.ts';

const LONG_MESSAGE = `Type ${'x'.repeat(150)} is not assignable.`;
const SHOP = `
// @file shop.ts
export class Cart {
  total(): number {
    return 1;
  }
}
const a: number = 'x';
//    ^ error: ${LONG_MESSAGE}
// @file vendor/lib.ts
const b: number = 'x';
//    ^ error: Wrong.
`;

test('diagnostics: in full, with short messages, by place, by count', async () => {
  const { value, tellings } = await called(getDiagnostics, {});
  expect(value).toMatchObject({ total: 1, notes: ['1 generated or vendored file was not checked: include_ignored shows them.'] });
  expect(tellings).toHaveLength(4);
  expect(tellings[0]).toContain(LONG_MESSAGE);
  expect(tellings[1]).toContain('  6 error S1: Type xxx');
  expect(tellings[1]).not.toContain(LONG_MESSAGE);
  expect(tellings[2]).toContain('shop.ts: 6 S1');
  expect(tellings[3]).toContain('shop.ts: 1');
  for (const telling of tellings.slice(1)) expect(telling).toContain('pass file for one file in full');
  for (const telling of tellings) expect(telling).toContain('include_ignored');
});

test('an outline: nested, then its top level, and the note says how many levels there are', async () => {
  const { tellings } = await called(getFileOutline, { file: 'shop.ts' });
  expect(tellings[0]).toContain('  2-4 method total');
  expect(tellings[1]).not.toContain('total');
  expect(tellings[1]).toContain('Members are left out');
  const classes = Array.from({ length: 120 }, (_, index) => `export class Service${index} {\n  run(): void {\n  }\n}`).join('\n');
  const { value } = await called(getFileOutline, { file: 'big.ts', max_tokens: 5_000 }, `// @file big.ts\n${classes}`);
  expect(value).toMatchObject({ symbols: { 0: { name: 'Service0', hidden: 1 } }, notes: [expect.stringContaining('Only 1 level of 2 fit')] });
});

async function called(tool: Tool, input: Record<string, unknown>, source = SHOP): Promise<{ value: Record<string, unknown>; tellings: string[] }> {
  await using agent = await agentOn(source);
  const context = {
    ide: agent.ide,
    workbench: agent.workbench,
    tools: [],
    signal: new AbortController().signal,
    progress: () => {},
    author: 'check 1.0.0',
    owner: 'check',
    budget: 8_000,
    decide: () => ({ decision: 'none', why: 'nobody is there' }) as const,
    ...unguarded,
  };
  const { value, tellings } = await parsedFor(tool, input).run(context);
  return { value, tellings: [...tellings] };
}
