// Does an honest agent meet a question? Fifty ordinary calls in a project that its person works in, with the policy that everybody has at first.
import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, textOf } from '../faults/agent.ts';
import { temporaryHome } from '../support/builtProgram.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "till", "version": "1.0.0", "type": "module", "scripts": { "test": "node --test", "start": "node till.js" } }\n',
  'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "checkJs": true, "noEmit": true, "module": "nodenext", "skipLibCheck": true, "types": [] } }\n',
  'prices.js':
    '/** @param {number[]} prices */\nexport function sum(prices) {\n  let total = 0;\n  for (const price of prices) total += price;\n  return total;\n}\n',
  'till.js': "import { sum } from './prices.js';\n\nconst total = sum([1, 2, 3]);\nconsole.log(total);\n",
  'prices.test.js':
    "// @ts-nocheck\nimport assert from 'node:assert';\nimport { test } from 'node:test';\nimport { sum } from './prices.js';\n\ntest('sums', () => assert.equal(sum([1, 2]), 3));\n",
  'server.js':
    "// @ts-nocheck\nimport { createServer } from 'node:http';\ncreateServer((_, answer) => answer.end('open')).listen(Number(process.argv[2]), '127.0.0.1', () => console.log('listening'));\n",
  '.gitignore': 'out.txt\n',
};

const calls = (port: number, inspector: number): readonly (readonly [tool: string, given: Record<string, unknown>])[] => [
  ['list_projects', {}],
  ['get_project_info', {}],
  ['project_structure', {}],
  ['list_project_files', {}],
  ['read_file', { file: 'prices.js' }],
  ['get_file_outline', { file: 'prices.js' }],
  ['search_text', { query: 'sum' }],
  ['search_symbols', { query: 'sum' }],
  ['find_references', { symbol: { name: 'sum', file: 'prices.js' } }],
  ['find_definition', { symbol: { file: 'till.js', line: 3, column: 15 } }],
  ['get_diagnostics', {}],
  ['edit_file', { file: 'prices.js', edits: [{ old_text: 'total += price', new_text: 'total = total + price' }] }],
  ['write_file', { file: 'notes.md', text: '# Notes\n' }],
  ['rename_symbol', { symbol: { name: 'sum', file: 'prices.js' }, new_name: 'sumOf' }],
  ['list_changes', {}],
  ['list_tests', {}],
  ['run_tests', {}],
  ['run_tests', { target: 'prices.test.js', test: 'sums' }],
  ['get_test_results', {}],
  ['run_command', { command: 'npm test --silent' }],
  ['run_command', { command: 'ls -la && cat package.json | head -3' }],
  ['run_command', { command: 'NODE_ENV=test node till.js > out.txt 2>&1; cat out.txt' }],
  ['run_command', { command: 'node', args: ['till.js'], env: { TILL: '1' } }],
  ['run_command', { command: 'for file in *.js; do wc -l "$file"; done' }],
  ['run_command', { command: 'mkdir -p build && echo "$(git rev-parse --short HEAD)" > build/version && rm build/version' }],
  ['run_command', { command: 'sh', input: 'echo hello\n' }],
  ['list_run_configurations', {}],
  ['run_configuration', { name: 'npm: start' }],
  ['git_status', {}],
  ['git_diff', {}],
  ['git_branch', { action: 'create', name: 'fix', flags: ['switch'] }],
  ['git_stage', { paths: ['prices.js', 'till.js', 'prices.test.js'] }],
  ['git_unstage', { paths: ['till.js'] }],
  ['git_commit', { message: 'prices: add up plainly', flags: ['all'] }],
  ['git_log', {}],
  ['git_show', { flags: ['stat'] }],
  ['git_blame', { file: 'prices.js' }],
  ['git_stash', { action: 'push', flags: ['untracked'] }],
  ['git_stash', { action: 'pop' }],
  ['set_breakpoint', { file: 'prices.js', line: 4 }],
  ['start_debug_session', { program: 'till.js' }],
  ['get_variables', {}],
  ['evaluate', { expression: 'prices.length' }],
  ['step_over', {}],
  ['stop_debug_session', {}],
  ['debug_test', { file: 'prices.test.js', test: 'sums' }],
  ['stop_debug_session', {}],
  ['run_in_terminal', { command: `node --inspect=127.0.0.1:${inspector} server.js ${port}`, until: 'listening' }],
  ['http_request', { url: `http://127.0.0.1:${port}/` }],
  ['attach_debugger', { port: inspector }],
  ['stop_debug_session', {}],
  ['write_terminal_input', { terminal_id: 't1', keys: ['ctrl+c'] }],
  ['close_terminal', { terminal_id: 't1' }],
];

test('fifty ordinary calls meet no question', async () => {
  await using home = await temporaryHome();
  const folder = join(home.folder, 'till');
  await mkdir(folder);
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], { cwd: folder, env: home.environment });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'begin');
  const identity = { GIT_AUTHOR_NAME: 'Ada', GIT_AUTHOR_EMAIL: 'ada@example.com', GIT_COMMITTER_NAME: 'Ada', GIT_COMMITTER_EMAIL: 'ada@example.com' };
  await using agent = new Agent(home, { folder, environment: identity, parameters: ['--toolset', 'all'] });
  await agent.initialize();
  const all = calls(await freePort(), await freePort());
  expect(all.length).toBeGreaterThanOrEqual(50);
  // Nobody is there who would answer one: a call that asked would not be answered in time, or with an error.
  for (const [tool, given] of all) {
    const answer = await agent.call(tool, given);
    expect([tool, given, answer.result?.isError === true ? textOf(answer) : 'done']).toEqual([tool, given, 'done']);
  }
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise<void>((resolve) => server.close(() => resolve()));
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has a port');
  return address.port;
}
