// What runs behind the Copilot bridge, through both doors: tests and coverage, runs, terminals, requests, debugging, remotes. Each field that is promised, a wrong call, and values longer than any limit.
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { MEASURED_SOURCES, WITH_BRANCHES } from '../../support/intellijCoverage.ts';
import { type Answered, type Bridge, type Call, openBridge } from './bridgeDoors.ts';
import { RUNNING_TOOLS } from './bridgeRows.ts';

const FAILING = 250;
const LONG = 'y'.repeat(300_000);
const LONG_NAME = 'x'.repeat(6_000);
const FILES: Readonly<Record<string, string>> = {
  ...MEASURED_SOURCES,
  'package.json': JSON.stringify({ name: 'shop', type: 'module', scripts: { loud: 'node loud.js', test: 'node --test' } }),
  'loud.js': "console.log('y'.repeat(300000));\n",
  'app.js': `console.log('p'.repeat(6000)); const name = 'n'.repeat(5000);\nconst numbers = Array.from({ length: 300 }, (_, at) => at);\nfunction greet${LONG_NAME}(who) {\n  const text = 'hello ' + who.length;\n  return text;\n}\nconsole.log(greet${LONG_NAME}(name), numbers.length);\nconst last = numbers.length;\nconst more = last;\n`,
  'shop.test.js': `import assert from 'node:assert';\nimport { test } from 'node:test';\ntest('adds', () => {});\nfor (let at = 0; at < ${FAILING}; at++) test('fails ' + at, () => assert.fail('because ' + 'z'.repeat(500)));\ntest('is long', () => {\n  const long = 'l'.repeat(6000);\n  assert.ok(long);\n});\n`,
};
const REQUIRED: Readonly<Record<string, Record<string, unknown>>> = {
  evaluate: { expression: '1' },
  set_variable: { name: 'who', value: '1' },
  add_watch: { expression: '1' },
  run_to_line: { file: 'app.js', line: 4 },
};
const SESSION_TOOLS = [
  ...Object.keys(REQUIRED),
  ...['get_variables', 'get_debug_session_status', 'wait_for_pause', 'pause', 'resume', 'step_over', 'step_into', 'step_out', 'get_stack_trace'],
  ...['stop_debug_session', 'read_debug_output'],
];
const something = expect.anything();
const text = expect.any(String);
const number = expect.any(Number);

let bridge: Bridge;
let server: Server;
let address: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/moved') response.writeHead(302, { location: '/long' }).end();
    else if (request.url === '/bytes') response.writeHead(200, { 'content-type': 'application/octet-stream' }).end(Buffer.from([0, 1, 2, 255]));
    else response.writeHead(200, { 'content-type': 'text/plain', 'x-long': 'h'.repeat(3_000) }).end(LONG);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = z.object({ port: z.number() }).parse(server.address());
  address = `http://127.0.0.1:${bound.port}`;
  bridge = await openBridge(async (folder, git) => {
    await mkdir(join(folder, 'src', 'shop'), { recursive: true });
    await mkdir(join(folder, 'coverage'), { recursive: true });
    await mkdir(join(folder, 'many'), { recursive: true });
    for (const [name, content] of Object.entries(FILES)) await writeFile(join(folder, name), content);
    for (let at = 0; at < 300; at++) await writeFile(join(folder, 'many', `file${at}.js`), 'export const a = 1;\nexport const b = 2;\n');
    await writeFile(join(folder, 'run.ic'), WITH_BRANCHES);
    await writeFile(
      join(folder, 'coverage', 'lcov.info'),
      Array.from({ length: 300 }, (_, at) => `SF:many/file${at}.js\nDA:1,1\nDA:2,0\nend_of_record\n`).join(''),
    );
    git(['add', '.']);
    git(['commit', '-qm', 'everything']);
    git(['init', '-q', '--bare', '../origin.git']);
    git(['remote', 'add', 'origin', '../origin.git']);
    git(['push', '-q', '-u', 'origin', 'main']);
  });
});
afterAll(async () => {
  await bridge[Symbol.asyncDispose]();
  server.close();
});

describe.each(['http', 'stdio'] as const)('over %s', (door) => {
  const call: Call = (tool, given) => bridge[door](tool, given);
  const done = async (tool: string, given: Record<string, unknown>): Promise<Answered> => {
    const answer = await call(tool, given);
    expect(answer.ok, answer.text).toBe(true);
    return answer;
  };
  const refused = async (tool: string, given: Record<string, unknown>, why: RegExp) => {
    const answer = await call(tool, given);
    expect(answer.ok, answer.text).toBe(false);
    expect(answer.text).toMatch(why);
  };
  const fields = ({ body }: Answered, wanted: Record<string, unknown>) => {
    if (body !== undefined) expect(body).toEqual({ result: text, ...wanted });
  };

  test('tests: listed, run with every failure whole, and read again', async () => {
    const listed = await done('list_tests', { file_pattern: 'shop.test.js' });
    expect(listed.text).toContain('adds at shop.test.js');
    fields(listed, {
      complete: false,
      why: text,
      results: expect.arrayContaining([expect.objectContaining({ name: 'adds', file: 'shop.test.js' })]),
    });
    await refused('list_tests', { file_pattern: '../x' }, /outside/);
    const ran = await done('run_tests', { target: 'shop.test.js', timeout: 300 });
    expect(ran.text).toMatch(new RegExp(`^Tests finished: 2 passed, ${FAILING} failed, 0 with errors, 0 skipped \\(run t\\d+\\)\\.`));
    expect(ran.text.match(/^FAILED fails \d+ at shop\.test\.js:\d+: .*z{500}/gm)).toHaveLength(FAILING);
    const counts = { runId: text, state: 'finished', passed: 2, failed: FAILING, skipped: 0, error: 0, seconds: number, commit: text, problems: [] };
    fields(ran, { ...counts, results: expect.any(Array) });
    if (ran.body !== undefined) expect(ran.body['results']).toHaveLength(FAILING);
    // Neither runs everything: what is not there, and what holds no test.
    await refused('run_tests', { target: 'none.test.js' }, /There is no file none\.test\.js/);
    for (const target of ['many', 'app.js']) await refused('run_tests', { target }, /No test runner/);
    const again = await done('get_test_results', { status: 'failed' });
    expect(again.text.match(/^FAILED fails /gm)).toHaveLength(FAILING);
    fields(again, { ...counts, results: expect.any(Array) });
    await refused('get_test_results', { run_id: 't999' }, /t999/);
  });

  test('coverage: every file of a report, the data of IntelliJ, and what is left out of it', async () => {
    const ratio = { covered: number, total: number, percent: number };
    const all = await done('get_coverage', {});
    expect(all.text).toMatch(/^Coverage of coverage\/lcov\.info: 50 % of 600 lines in 300 files:/);
    expect(all.text).toContain('many/file299.js 50 %, uncovered 2');
    fields(all, { from: 'coverage/lcov.info', totals: { files: 300, lines: ratio }, results: expect.any(Array), notes: expect.any(Array) });
    if (all.body !== undefined) expect(all.body['results']).toHaveLength(300);
    const intellij = await done('get_coverage', { report: 'run.ic' });
    expect(intellij.text).toContain('src/shop/Cart.java 50 %, uncovered 10, 19-21, 30-40');
    await refused('get_coverage', { report: 'app.js' }, /no coverage report/);
    await refused('get_coverage', { file: '../x' }, /outside/);
  });

  test('a run prints as much as it prints, and is read again', async () => {
    const ran = await done('run_configuration', { name: 'loud', timeout: 120 });
    expect(ran.text).toContain(LONG);
    fields(ran, { runId: text, name: 'loud', state: 'ended', exitCode: 0, output: expect.stringContaining(LONG) });
    const read = await done('read_run_output', {});
    expect(read.text).toContain(LONG);
    fields(read, { runId: text, name: 'loud', state: 'ended', exitCode: 0, output: expect.stringContaining(LONG) });
    await refused('run_configuration', { name: 'x'.repeat(5_000) }, /x{20}/);
    await refused('read_run_output', { run_id: 'r999' }, /r999/);
  });

  test('terminals: opened by a name, listed with the shells, read, typed into and closed', async () => {
    const tab = `tab ${door}`;
    const opened = await done('run_in_terminal', { command: `node -p "'w'.repeat(200)"`, tab_name: tab });
    // A shell on a busy machine may print it behind the answer.
    await expect.poll(async () => (await done('read_terminal_output', { tab_name: tab })).text.replaceAll('\n', '')).toContain('w'.repeat(200));
    fields(opened, { terminalId: text, state: 'running', screen: text });
    const listed = await done('list_terminals', {});
    expect(listed.text).toContain(tab);
    fields(listed, { results: expect.arrayContaining([{ terminalId: text, title: tab, state: 'running' }]), shells: expect.any(Array) });
    const [, id = ''] = /^\s*(?:\d+\. )?(t\w*\d+) tab /m.exec(listed.text.split('\n').find((line) => line.includes(tab)) ?? '') ?? [];
    expect(id).not.toBe('');
    const read = await done('read_terminal_output', { tab_name: id });
    expect(read.text.replaceAll('\n', '')).toContain('w'.repeat(200));
    fields(read, { terminalId: id, state: 'running', screen: text });
    await done('write_terminal_input', { terminal_id: id, text: 'echo typed' });
    await refused('read_terminal_output', { tab_name: 'none' }, /none/);
    await refused('run_in_terminal', { command: '' }, /command/);
    await refused('list_terminals', { name: tab }, /name/);
    await refused('write_terminal_input', { terminal_id: 'none', text: 'x' }, /none/);
    await done('close_terminal', { terminal_id: id });
    await refused('close_terminal', { terminal_id: 'none' }, /none/);
  });

  test('a request: headers and a body of any length, where it went, and what is no text', async () => {
    const long = await done('http_request', { url: `${address}/long` });
    expect(long.text).toMatch(/^HTTP 200 OK\n/);
    expect(long.text).toContain(`x-long: ${'h'.repeat(3_000)}`);
    expect(long.text.endsWith(LONG)).toBe(true);
    const answered = { status: 200, statusText: 'OK', headers: something, durationMs: number };
    fields(long, { ...answered, body: LONG, bytes: 300_000 });
    const moved = await done('http_request', { url: `${address}/moved` });
    fields(moved, { ...answered, body: LONG, bytes: 300_000, url: `${address}/long`, redirects: expect.any(Array) });
    expect(moved.text).toContain(`${address}/long`);
    const bytes = await done('http_request', { url: `${address}/bytes` });
    expect(bytes.text).toContain('4 bytes that are no text');
    fields(bytes, { ...answered, bytes: 4 });
    await refused('http_request', { url: 'ftp://127.0.0.1/x' }, /http/);
  });

  test('debugging: a whole session with values of any length', async () => {
    const condition = `who.length > 0 || who === '${LONG_NAME}'`;
    const placed = await done('set_breakpoint', { file: 'app.js', line: 4, condition });
    const thrown = await done('set_exception_breakpoint', { exception: LONG_NAME });
    expect((await done('list_breakpoints', {})).text).toContain(LONG_NAME);
    await done('remove_breakpoint', { breakpoint_id: idIn(thrown) });
    const started = await done('start_debug_session', { program: 'app.js' });
    expect(started.text).toContain('app.js:4');
    const watch = await done('add_watch', { expression: `who + '${LONG_NAME}'` });
    const shown = 'n'.repeat(5_000);
    for (const [tool, given, contains] of [
      ['evaluate', { expression: 'who' }, shown],
      ['get_variables', {}, shown],
      ['get_debug_session_status', {}, shown],
      ['wait_for_pause', {}, 'app.js:4'],
      ['pause', {}, 'app.js:4'],
      ['step_over', {}, 'app.js:5'],
      ['set_variable', { name: 'text', value: `'${'m'.repeat(6_000)}'` }, 'm'.repeat(6_000)],
      ['get_stack_trace', {}, 'greet'],
      ['list_debug_sessions', {}, 'app.js'],
      ['read_debug_output', {}, 'p'.repeat(6_000)],
    ] as const) {
      const { text: said, body } = await done(tool, given);
      expect([tool, said]).toEqual([tool, expect.stringContaining(contains)]);
      if (body !== undefined) expect([tool, JSON.stringify(body)]).toEqual([tool, expect.stringContaining(contains)]);
    }
    const many = await done('evaluate', { expression: "({ long: 'e'.repeat(6000) })" });
    const inside = await done('expand_variable', { variable_id: /\b(s\d+\.[\w.]+)/.exec(many.text)?.[1] });
    expect(inside.text).toContain('e'.repeat(6_000));
    await done('remove_watch', { watch_id: /\b(w\d+)\b/.exec(watch.text)?.[1] });
    expect((await done('step_out', {})).text).toContain('app.js:7');
    const next = await done('set_breakpoint', { file: 'app.js', line: 8 });
    expect((await done('resume', {})).text).toContain('app.js:8');
    await done('remove_breakpoint', { breakpoint_id: idIn(next) });
    expect((await done('run_to_line', { file: 'app.js', line: 9 })).text).toContain('app.js:9');
    expect((await done('step_into', {})).text).toContain('app.js');
    await done('resume', {});
    for (const tool of SESSION_TOOLS) await refused(tool, { ...REQUIRED[tool], session_id: 's999' }, /s999/);
    await refused('set_breakpoint', { file: 'app.js', line: 9_999 }, /9999/);
    await refused('list_breakpoints', { file: 'none.js' }, /none\.js/);
    await refused('set_exception_breakpoint', { caught: false, uncaught: false }, /caught/);
    await refused('start_debug_session', { program: 'none.js' }, /none\.js/);
    await refused('list_debug_sessions', { session: 's1' }, /session/);
    await refused('expand_variable', { variable_id: 's999.1' }, /s999/);
    await refused('remove_watch', { watch_id: 'w999' }, /w999/);
    await refused('remove_breakpoint', { breakpoint_id: 'b999' }, /b999/);
    await done('remove_breakpoint', { breakpoint_id: idIn(placed) });
    const tested = await done('set_breakpoint', { file: 'shop.test.js', line: 7 });
    expect((await done('debug_test', { file: 'shop.test.js', test: 'is long' })).text).toContain('shop.test.js:7');
    await done('stop_debug_session', {});
    await refused('debug_test', { file: 'none.test.js' }, /none\.test\.js/);
    await done('remove_breakpoint', { breakpoint_id: idIn(tested) });
  });

  test('what is configured, what goes on until it is stopped, and what the log holds', async () => {
    const name = `long ${door} ${LONG_NAME}`;
    const command = `node -e "console.log('${LONG_NAME}'); setInterval(() => {}, 1000)"`;
    await done('create_run_configuration', { name, command });
    await refused('create_run_configuration', { name: '' }, /name/);
    const edited = await done('edit_run_configuration', { name, new_name: `${name}!`, env: { WORD: LONG_NAME } });
    expect(edited.text).toContain(LONG_NAME);
    await refused('edit_run_configuration', { name: 'none', command }, /none/);
    const ran = await done('run_configuration', { name: `${name}!`, timeout: 2 });
    expect(ran.text).toContain(LONG_NAME);
    const stopped = await done('stop_run', {});
    expect(stopped.text).toContain(LONG_NAME);
    await refused('stop_run', { run_id: 'r999' }, /r999/);
    await done('read_ide_log', { lines: 500, filter: LONG_NAME });
    await refused('read_ide_log', { lines: 0 }, /lines/);
    await done('get_notifications', {});
    await refused('get_notifications', { all: true }, /all/);
  });

  test('remotes: pushed, fetched and pulled', async () => {
    await writeFile(join(bridge.project, `${door}.txt`), door);
    await done('git_stage', { paths: [`${door}.txt`] });
    await done('git_commit', { message: `from ${door} ${'m'.repeat(2_000)}` });
    const pushed = await done('git_push', {});
    expect(pushed.text).toContain('main');
    if (pushed.body !== undefined) expect(pushed.body).toMatchObject({ remote: 'origin', refs: expect.any(Array) });
    const fetched = await done('git_fetch', {});
    if (fetched.body !== undefined) expect(fetched.body).toMatchObject({ remote: 'origin', total: 0, refs: [] });
    const pulled = await done('git_pull', {});
    if (pulled.body !== undefined) expect(pulled.body).toMatchObject({ upToDate: true });
    for (const tool of ['git_push', 'git_pull', 'git_fetch']) await refused(tool, { remote: 'nowhere' }, /nowhere/);
  });
});

function idIn({ text: said }: Answered): string | undefined {
  return /\b(b\d+)\b/.exec(said)?.[1];
}

// What has nothing that could be long, and why.
const SCREEN = 'A screen is as large as its terminal, and a tab has a name of at most 60 characters.';
const REFS = 'It names a remote and its branches, whose names git limits.';
const SHORT: Readonly<Record<string, string>> = {
  close_terminal: SCREEN,
  list_terminals: SCREEN,
  read_terminal_output: SCREEN,
  run_in_terminal: SCREEN,
  write_terminal_input: SCREEN,
  git_push: REFS,
  git_fetch: REFS,
  git_pull: REFS,
  list_debug_sessions: 'They have the names of programs, whose paths the disk limits; of configurations in jetbrains.test.ts.',
  stop_debug_session: 'It says that the session has ended.',
};

test.each(['http', 'stdio'] as const)('over %s every tool was called rightly, wrongly, and with a value longer than any limit', (door) => {
  bridge.ledgers[door].expectAll(RUNNING_TOOLS, SHORT);
});
