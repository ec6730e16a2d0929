// Every tool of the Copilot bridge on a real project with more of everything than any answer of ours holds, through both doors: each field that is promised, a wrong call, and values longer than any limit, whole.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bridge, type Call, openBridge } from './bridgeDoors.ts';
import { OTHER_TOOLS, SHORT } from './bridgeRows.ts';
import { FILES, FIRST, LINES, long, USES, WIDE, WIDE_NAME } from './bridgeShop.ts';

let shop: string;
let bridge: Bridge;
const http: Call = (tool, given) => bridge.http(tool, given);
const stdio: Call = (tool, given) => bridge.stdio(tool, given);

beforeAll(async () => {
  bridge = await openBridge(async (folder, git) => {
    for (const name of ['many', 'node_modules/given', 'packages/long']) await mkdir(join(folder, name), { recursive: true });
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
    for (let one = 0; one < 600; one++) await writeFile(join(folder, 'many', `file${one}.txt`), `${one}\n`);
    git(['add', '.']);
    git(['commit', '-qm', `everything\n\n${long(200, (one) => `line ${one} of the message`)}`]);
    git(['tag', 'first']);
    const head = (await readFile(join(folder, '.git', 'refs', 'heads', 'main'), 'utf8')).trim();
    await writeFile(
      join(folder, '.git', 'packed-refs'),
      `# pack-refs with: peeled fully-peeled sorted \n${long(600, (one) => `${head} refs/heads/branch${one}`)
        .split('\n')
        .toSorted()
        .join('\n')}\n`,
    );
  });
  shop = bridge.project;
});
afterAll(() => bridge[Symbol.asyncDispose]());

interface Row {
  readonly tool: string;
  readonly given: Record<string, unknown>;
  // Every field of the body but `result`.
  readonly fields: Record<string, unknown>;
  readonly text: RegExp;
  // How many rows there are, where more than an answer of ours holds.
  readonly rows?: number;
  readonly wrong: readonly [Record<string, unknown>, RegExp];
}

const something = expect.anything();
const file = expect.any(String);
const number = expect.any(Number);

const READS: readonly Row[] = [
  {
    tool: 'get_file_outline',
    given: { path: 'checkout.ts' },
    fields: { file: 'checkout.ts', total: USES, results: expect.arrayContaining([{ name: 'price0', type: 'variable', line: 2, endLine: 2 }]) },
    text: new RegExp(`^Outline of checkout\\.ts, ${USES} declarations:[\\s\\S]*\\n${USES + 1}: variable price${USES - 1}$`),
    rows: USES,
    wrong: [{ path: 'x'.repeat(5_000) }, /There is no file x{20}/],
  },
  {
    tool: 'find_references',
    given: { symbol: 'total' },
    fields: { results: expect.arrayContaining([{ file: 'checkout.ts', line: 2, column: 23, type: 'call', text: 'export const price0 = total([0]);' }]) },
    text: new RegExp(`^Found ${USES + 3} references to total:`),
    rows: USES + 3,
    wrong: [{ symbol: 'x'.repeat(5_000) }, /No symbol found for x{20}/],
  },
  {
    tool: 'list_project_files',
    given: { directory: 'many', pattern: '' },
    fields: { results: expect.arrayContaining(['many/file0.txt', 'many/file599.txt']) },
    text: /^Found 600 files:/,
    rows: 600,
    wrong: [{ directory: '../..' }, /outside the project/],
  },
  {
    tool: 'get_problems',
    given: { path: 'wrong.ts' },
    fields: {
      filesChecked: 1,
      results: expect.arrayContaining([
        { file: 'wrong.ts', line: 1, column: 14, severity: 'ERROR', message: "Type 'number' is not assignable to type 'string'.", source: 'ts', code: '2322' },
      ]),
    },
    text: /^Found 600 problems in 1 file:/,
    rows: 600,
    wrong: [{ path: 'none.ts' }, /no file none\.ts/],
  },
  {
    tool: 'intellij_read_file',
    given: { path: 'wrong.ts' },
    fields: { results: [{ path: 'wrong.ts', content: FILES['wrong.ts'], lines: 600, startLine: 1, endLine: 600 }] },
    text: /wrong599: string = 599;\n?$/,
    wrong: [{ path: 'cart.ts', start_line: 0 }, /start_line/],
  },
  {
    tool: 'get_documentation',
    given: { symbol: 'total' },
    fields: {
      results: [
        {
          symbol: 'total',
          signature: 'function total(prices: number[]): number',
          documentation: long(LINES, (one) => `Line ${one} of what it says.`),
          declared: [{ file: 'cart.ts', line: FIRST, column: 17 }],
        },
      ],
    },
    text: new RegExp(`Line ${LINES - 1} of what it says\\.$`),
    wrong: [{ symbol: '' }, /symbol/],
  },
  {
    tool: 'list_run_configurations',
    given: {},
    fields: {
      results: expect.arrayContaining([{ name: 'npm: task0', type: 'npm', from: 'package.json', canRun: true, canDebug: true, description: 'node -p 0' }]),
    },
    text: /^121 run configurations:/,
    rows: 121,
    wrong: [{ name: 'x' }, /name is not an argument/],
  },
  {
    tool: 'git_log',
    given: { format: 'full' },
    fields: {
      results: [
        expect.objectContaining({ commit: file, author: 'Ada', time: file, subject: 'everything', body: expect.stringContaining('line 199 of the message') }),
      ],
    },
    text: /line 199 of the message/,
    wrong: [{ max_count: 0 }, /max_count/],
  },
  {
    tool: 'git_show',
    given: { ref: 'first' },
    fields: {
      commit: file,
      author: 'Ada',
      time: file,
      email: 'ada@example.com',
      body: expect.stringContaining('line 199 of the message'),
      subject: 'everything',
      results: expect.arrayContaining([expect.objectContaining({ file: 'wrong.ts', kind: 'added', added: 600 })]),
    },
    text: /\+export const wrong599/,
    wrong: [{ ref: 'nothing' }, /nothing/],
  },
  {
    tool: 'git_blame',
    given: { path: 'wrong.ts' },
    fields: {
      file: 'wrong.ts',
      results: expect.arrayContaining([{ line: 600, commit: file, author: 'Ada', time: file, text: 'export const wrong599: string = 599;' }]),
    },
    text: /wrong599: string = 599;$/,
    rows: 600,
    wrong: [{ path: 'none.ts' }, /none\.ts/],
  },
  {
    tool: 'git_branch',
    given: {},
    fields: { results: expect.arrayContaining([{ name: 'main', commit: file, current: true, subject: 'everything' }]) },
    text: /^\* main [0-9a-f]{7,} /m,
    rows: 601,
    wrong: [{ action: 'paint' }, /action/],
  },
  {
    tool: 'search_symbols',
    given: { query: 'price', type: 'variable' },
    fields: { complete: false, why: file, results: expect.arrayContaining([expect.objectContaining({ type: 'variable', file: 'checkout.ts' })]) },
    // The engine itself stops there, and it is said.
    text: /^Found 256 variables:[\s\S]*\nINCOMPLETE: /,
    rows: 256,
    wrong: [{ query: '*' }, /pass a name/],
  },
  { tool: 'git_stash', given: { action: 'list' }, fields: { results: [] }, text: /^No stashes\.$/, wrong: [{ action: 'paint' }, /action/] },
];

describe.each<[string, () => typeof stdio]>([
  ['HTTP', () => http],
  ['stdio', () => stdio],
])('%s', (_door, call) => {
  test.each(READS)('$tool gives everything it promises, whole', async ({ tool, given, fields, text, rows, wrong }) => {
    const answer = await call()(tool, given);
    expect(answer.ok, answer.text.slice(0, 500)).toBe(true);
    expect(answer.text).toMatch(text);
    if (answer.body !== undefined) {
      expect(answer.body).toEqual({ result: something, ...fields });
      if (rows !== undefined) expect(answer.body['results']).toHaveLength(rows);
    } else if (rows !== undefined) expect(answer.text.split('\n').length).toBeGreaterThanOrEqual(rows);
    const refused = await call()(tool, wrong[0]);
    expect(refused.ok).toBe(false);
    expect(refused.text).toMatch(wrong[1]);
  });

  const line = FIRST;
  test.each<[string, Record<string, unknown>, RegExp, readonly string[], readonly [Record<string, unknown>, RegExp]]>([
    [
      'rename_symbol',
      { symbol: 'total', new_name: WIDE_NAME },
      /^Renamed: 704 changes in 3 files\./,
      ['cart.ts', 'checkout.ts', 'messy.ts'],
      [{ symbol: 'total', new_name: 'a b' }, /a b/],
    ],
    [
      'rename_file',
      { path: 'cart.ts', new_path: 'basket.ts' },
      /^Renamed: /,
      ['basket.ts', 'checkout.ts', 'messy.ts'],
      [{ path: 'cart.ts', new_path: '../x.ts' }, /outside the project/],
    ],
    [
      'extract_variable',
      { path: 'cart.ts', start_line: line + 9, start_column: 10, end_line: line + 9, end_column: 18, name: WIDE_NAME },
      /^Extracted: /,
      ['cart.ts'],
      [{ path: 'cart.ts', start_line: 1, end_line: 1, name: 'x' }, /\S/],
    ],
    [
      'extract_function',
      { path: 'cart.ts', start_line: line + 4, end_line: line + 4, name: WIDE_NAME },
      /^Extracted: /,
      ['cart.ts'],
      [{ path: 'cart.ts', start_line: 9_999, end_line: 9_999, name: 'x' }, /9999/],
    ],
    ['inline_symbol', { symbol: 'rate' }, /^Inlined: /, ['cart.ts', 'messy.ts'], [{ symbol: 'nothing' }, /No symbol found for nothing/]],
    [
      'move_symbol',
      { symbol: 'taxed', target_path: 'tax.ts' },
      /^Moved: /,
      ['cart.ts', 'tax.ts'],
      [{ symbol: 'taxed', target_path: 'cart.ts' }, /It is in that file/],
    ],
    ['safe_delete', { symbol: 'unused' }, /^Deleted: /, ['cart.ts'], [{ symbol: 'total' }, /total/]],
    [
      'change_signature',
      {
        symbol: 'total',
        parameters: [
          { name: 'prices', type: 'number[]' },
          { name: WIDE_NAME, type: 'number', value: '1' },
        ],
      },
      /^Changed the signature: /,
      ['cart.ts', 'checkout.ts', 'messy.ts'],
      [{ symbol: 'total', parameters: [{ name: '' }] }, /name/],
    ],
    [
      'intellij_write_file',
      { path: 'wide.ts', content: `export const wide = '${'w'.repeat(300_000)}';\n` },
      /^Wrote wide\.ts/,
      ['wide.ts'],
      [{ path: '../x.ts', content: '' }, /outside the project/],
    ],
    ['format_code', { path: 'messy.ts' }, /messy\.ts/, ['messy.ts'], [{ path: 'none.ts' }, /none\.ts/]],
    ['optimize_imports', { path: 'messy.ts' }, /messy\.ts/, ['messy.ts'], [{ path: 'none.ts' }, /none\.ts/]],
  ])('%s changes what it says, and undo takes it back', async (tool, given, says, changed, [wrong, refusal]) => {
    const before = await Promise.all(Object.keys(FILES).map((name) => readFile(join(shop, name), 'utf8')));
    const refused = await call()(tool, wrong);
    expect(refused.ok, refused.text).toBe(false);
    expect(refused.text).toMatch(refusal);
    const { ok, text, body } = await call()(tool, given);
    expect(ok, text).toBe(true);
    expect(text).toMatch(says);
    if (body !== undefined) {
      const { result: _, changeId, results, problems, ...more } = body;
      expect(
        z
          .array(z.object({ file: z.string(), kind: z.string(), movedFrom: z.string().optional(), added: z.number(), removed: z.number() }))
          .parse(results)
          .map((one) => one.file)
          .sort(),
      ).toEqual(changed);
      expect(Array.isArray(problems)).toBe(true);
      expect(changeId).toEqual(something);
      if ('applied' in more) expect(more).toEqual({ applied: true, edits: number, moreFiles: 0, notes: expect.any(Array) });
      else expect(more).toEqual({});
    }
    const [newest = ''] = (await call()('list_changes', {})).text.split(' ');
    if (body !== undefined) expect(body['changeId']).toBe(newest);
    if (changed.includes('messy.ts') && tool !== 'rename_symbol') {
      expect(await readFile(join(shop, 'messy.ts'), 'utf8')).toContain(WIDE);
      bridge.ledgers[call() === http ? 'http' : 'stdio'].noteLong(tool);
    }
    const undone = await call()('undo', { change_id: newest });
    expect(undone.ok, undone.text).toBe(true);
    expect(await Promise.all(Object.keys(FILES).map((name) => readFile(join(shop, name), 'utf8')))).toEqual(before);
  });

  test.each<[string, Record<string, unknown>]>([
    ['inline_symbol', { symbol: 'loud', path: 'loud.ts' }],
    ['safe_delete', { symbol: 'wideUnused' }],
    ['move_symbol', { symbol: 'moved', path: 'loud.ts', target_path: 'home.ts' }],
  ])('%s shows what it would write, however long a line is', async (tool, given) => {
    const { ok, text } = await call()(tool, { ...given, preview: true });
    expect(ok, text).toBe(true);
    expect(text).toMatch(/^Nothing was written/);
    expect(text).toContain(WIDE);
    expect(await readFile(join(shop, 'loud.ts'), 'utf8')).toBe(FILES['loud.ts']);
  });

  test('a change is listed with its diff, taken back and brought back, and several calls are one', async () => {
    const content = `${WIDE}\n${WIDE}\n`;
    const write = { tool: 'intellij_write_file', arguments: { path: 'batch.txt', content } };
    const read = { tool: 'intellij_read_file', arguments: { path: 'batch.txt' } };
    const { text } = await call()('batch', { calls: [write, read] });
    expect(text).toContain(WIDE);
    const [change_id = ''] = (await call()('list_changes', {})).text.split(' ');
    expect((await call()('list_changes', { change_id })).text).toContain(WIDE);
    const ledger = bridge.ledgers[call() === http ? 'http' : 'stdio'];
    for (const [tool, wanted] of [
      ['undo', undefined],
      ['redo', content],
      ['undo', undefined],
    ] as const) {
      expect((await call()(tool, { change_id })).ok).toBe(true);
      expect(await readFile(join(shop, 'batch.txt'), 'utf8').catch(() => undefined)).toBe(wanted);
      ledger.noteLong(tool);
      expect((await call()(tool, { change_id: 'c999' })).text).toMatch(/c999/);
    }
    expect((await call()('list_changes', { change_id: 'c999' })).text).toMatch(/c999/);
    expect((await call()('batch', { calls: [] })).ok).toBe(false);
  });

  test('what is there to read about the project and its packages', async () => {
    expect((await call()('get_project_info', {})).text).toContain(`- ${WIDE_NAME} (packages/long)`);
    expect((await call()('get_project_info', { path: '.' })).ok).toBe(false);
    expect((await call()('download_sources', { library: 'given' })).text).toMatch(/^Found given at 1 place:\n1\. node_modules\/given 1\.2\.3/);
    expect((await call()('download_sources', { library: WIDE_NAME })).text).toMatch(/^There is no package n{200}/);
  });

  test('git: staged, committed with a message of any length, and stashed', async () => {
    const name = `new-${call() === http ? 'http' : 'stdio'}.txt`;
    await writeFile(
      join(shop, name),
      long(5_000, (one) => `row ${one}`),
    );
    const status = await call()('git_status', {});
    expect(status.text).toContain(`?? ${name}`);
    if (status.body !== undefined)
      expect(status.body).toEqual({
        result: something,
        commit: file,
        branch: 'main',
        results: expect.arrayContaining([{ file: name, unstaged: 'untracked' }]),
      });
    expect((await call()('git_stage', { paths: [name] })).text).toBe(`1 file staged:\nA  ${name}`);
    expect((await call()('git_unstage', { paths: [name] })).text).toBe('0 files still staged.');
    expect((await call()('git_stage', { path: name })).ok).toBe(true);
    const diff = await call()('git_diff', { staged: true });
    expect(diff.text).toContain('+row 4999');
    const message = `long\n\n${long(1_000, (one) => `reason ${one}`)}`;
    const committed = await call()('git_commit', { message });
    expect(committed.ok, committed.text).toBe(true);
    expect((await call()('git_log', { max_count: 1, format: 'full' })).text).toContain('reason 999');
    await writeFile(join(shop, name), 'other\n');
    expect((await call()('git_stash', { action: 'push', message: 'kept' })).ok).toBe(true);
    expect((await call()('git_stash', { action: 'list' })).text).toContain('kept');
    expect((await call()('git_stash', { action: 'pop' })).ok).toBe(true);
    expect(await readFile(join(shop, name), 'utf8')).toBe('other\n');
    expect((await call()('git_commit', { message: '' })).ok).toBe(false);
    expect((await call()('git_stage', { paths: ['../x'] })).text).toMatch(/outside/);
    expect((await call()('git_unstage', { paths: ['none.txt'] })).text).toMatch(/none\.txt/);
    expect((await call()('git_diff', { commit: 'nothing' })).text).toMatch(/nothing/);
    expect((await call()('git_status', { path: name })).text).toMatch(/path/);
    const many = Array.from({ length: 600 }, (_, one) => `many/file${one}.txt`);
    await Promise.all(many.map((path) => writeFile(join(shop, path), 'changed\n')));
    expect((await call()('git_status', {})).text.match(/^ M many/gm)).toHaveLength(600);
    expect((await call()('git_stage', { paths: many })).text).toMatch(/^600 files staged:/);
    expect((await call()('git_unstage', { paths: many })).text).toBe('0 files still staged.');
    expect((await call()('git_stash', { action: 'push', message: 'm'.repeat(6_000) })).ok).toBe(true);
    const stashes = await call()('git_stash', { action: 'list' });
    expect(stashes.text).toContain('m'.repeat(6_000));
    expect((await call()('git_stash', { action: 'pop' })).ok).toBe(true);
    await Promise.all(many.map((path, one) => writeFile(join(shop, path), `${one}\n`)));
  });

  test('what a command prints, and a scratch file, are as long as they are', async () => {
    const { text, body } = await call()('run_command', { command: `node -p "'y'.repeat(300000)"` });
    expect(text.length).toBeGreaterThan(300_000);
    if (body !== undefined) expect(body).toEqual({ result: something, exitCode: 0, stdout: `${'y'.repeat(300_000)}\n`, stderr: '', durationMs: number });
    const content = long(20_000, (one) => `scratch ${one}`);
    const scratch = await call()('create_scratch_file', { name: call() === http ? 'http.txt' : 'stdio.txt', content });
    expect(scratch.text).toMatch(/^Created scratch file /);
    const path = scratch.text.replace('Created scratch file ', '');
    expect(await readFile(path, 'utf8')).toBe(content);
    expect((await call()('create_scratch_file', { name: '../x', content: '' })).ok).toBe(false);
    expect((await call()('run_command', { command: '' })).text).toMatch(/command/);
  });
});

test.each(['http', 'stdio'] as const)('over %s every tool was called rightly, wrongly, and with a value longer than any limit', (door) => {
  bridge.ledgers[door].expectAll(OTHER_TOOLS, SHORT[door]);
});
