// Through the front door: an agent asks what is wrong with the code.
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file a.ts
const a: number = 'x';
//    ^ error: Type 'string' is not assignable to type 'number'.
const b = 1;
//    ^ hint: 'b' is declared but never read.
// @file b.ts
const c = d;
//        ^ error: Cannot find name 'd'.
const e = 1;
//    ^ warning: Prefer let.
// @file notes.md
text
// @file clean.ts
export const fine = 1;
`;

test('returns the problems of a file, errors and warnings, and counts the rest', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('get_diagnostics', { file: 'a.ts' });
  expect(value).toEqual({
    counts: { error: 1, warning: 0, information: 0, hint: 1 },
    filesChecked: 1,
    total: 1,
    files: [
      {
        file: 'a.ts',
        diagnostics: [
          {
            line: 1,
            column: 7,
            endLine: 1,
            endColumn: 8,
            severity: 'error',
            message: "Type 'string' is not assignable to type 'number'.",
            source: 'script',
            code: 'S1',
          },
        ],
      },
    ],
    settled: true,
    complete: true,
    engine: 'scripted 1.0',
  });
  expect(text).toBe("1 error, 0 warnings, 1 smaller note in 1 file\na.ts:1:7 error S1: Type 'string' is not assignable to type 'number'.");
});

test('returns the problems of the whole project when no file is named, without files that no engine knows', async () => {
  await using agent = await agentOn(SHOP);
  const { value } = await agent.call('get_diagnostics', {});
  expect(value).toMatchObject({ counts: { error: 2, warning: 1, hint: 1 }, filesChecked: 3, total: 3, files: [{ file: 'a.ts' }, { file: 'b.ts' }] });
  expect(value).not.toHaveProperty('unserved');
});

test('returns the problems of several files, and which of them nobody checks', async () => {
  await using agent = await agentOn(SHOP);
  const { value, text } = await agent.call('get_diagnostics', { files: ['b.ts', 'notes.md', 'clean.ts'] });
  expect(value).toMatchObject({ filesChecked: 2, total: 2, unserved: ['notes.md'] });
  expect(text).toContain('No engine checks: notes.md');
});

test('returns the problems of a range of lines', async () => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('get_diagnostics', { file: 'b.ts', start_line: 3, end_line: 4 })).value).toMatchObject({
    total: 1,
    counts: { error: 0, warning: 1 },
  });
  expect((await agent.call('get_diagnostics', { file: 'b.ts', end_line: 1 })).value).toMatchObject({ total: 1, counts: { error: 1, warning: 0 } });
});

test('lists from the severity asked for', async () => {
  await using agent = await agentOn(SHOP);
  expect((await agent.call('get_diagnostics', { severity: 'error' })).value).toMatchObject({ total: 2 });
  expect((await agent.call('get_diagnostics', { severity: 'hint' })).value).toMatchObject({ total: 4 });
});

test('says when the engine had not settled', async () => {
  await using agent = await agentOn(SHOP, { script: { incomplete: 'typescript is still checking.' } });
  expect((await agent.call('get_diagnostics', { file: 'a.ts' })).value).toMatchObject({
    settled: false,
    complete: false,
    why: 'typescript is still checking.',
  });
});

test('a thousand problems come in pages within the budget', async () => {
  const lines = Array.from(
    { length: 1_000 },
    (_, index) => `const x${index} = y;\n//    ^ error: Cannot find name 'y', which this project would need in order to compile at all.`,
  );
  await using agent = await agentOn(`// @file src/generated/bad.ts\n${lines.join('\n')}`);
  const { value } = await agent.call('get_diagnostics', {});
  expect(value).toMatchObject({ total: 1_000, counts: { error: 1_000 } });
  expect(countTokens(JSON.stringify(value))).toBeLessThanOrEqual(8_000);
  const next = await agent.call('get_diagnostics', { cursor: value['cursor'] });
  expect(next.value).toMatchObject({ total: 1_000, files: [{ file: 'src/generated/bad.ts' }] });
});

test('refuses a range without its file, a line beyond the end and a missing file, and says what to do', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('get_diagnostics', { start_line: 1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('get_diagnostics', { files: ['a.ts'], end_line: 1 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('get_diagnostics', { file: 'a.ts', start_line: 3, end_line: 2 })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('get_diagnostics', { file: 'a.ts', start_line: 99 })).toMatchObject({ error: 'line_out_of_range' });
  expect(await agent.refusal('get_diagnostics', { files: ['a.ts', 'gone.ts'] })).toMatchObject({ error: 'file_not_found' });
  expect(await agent.refusal('get_diagnostics', { severity: 'fatal' })).toMatchObject({ error: 'invalid_arguments' });
});

test('of a whole project, it says which code nothing checks', async () => {
  await using agent = await agentOn('// @file a.ts\nexport const a = 1;\n// @file b.go\npackage b\n// @file c.go\npackage c\n// @file notes.md\ntext\n');
  const { text } = await agent.call('get_diagnostics', {});
  expect(text).toContain('Nothing checks 2 go files here');
  expect((await agent.call('get_diagnostics', { file: 'a.ts' })).text).not.toContain('Nothing checks');
});
