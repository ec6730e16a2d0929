// What is run in both hosts, in this order: configurations, tasks, commands, tests, terminals and version control, with wrong input beside the right.
import type { Case, Difference } from './cases.ts';

const node = process.execPath;
const UNSEEN: Difference = {
  because: 'VS Code checks JSON only while an editor shows it; the answer says so',
  vscode: { applied: true, unverified: 'VS Code checks many files only while an editor shows them, and has said nothing of launch.json.' },
};

export const RUNS: readonly Case[] = [
  { tool: 'list_run_configurations', given: {} },
  { tool: 'run_configuration', given: { name: 'npm: price' } },
  { tool: 'run_configuration', given: { name: 'make' } },
  { tool: 'run_configuration', given: { name: 'nothing' } },
  {
    tool: 'create_run_configuration',
    given: { name: 'pear', settings: { type: 'node', program: '${workspaceFolder}/price.cjs', args: ['pear', 'please'] } },
    differs: UNSEEN,
  },
  { tool: 'run_configuration', given: { name: 'pear' } },
  { tool: 'edit_run_configuration', given: { name: 'pear', remove: true }, differs: UNSEEN },
  { tool: 'run_command', given: { command: node, args: ['price.cjs', 'plum'] } },
  { tool: 'run_command', given: { command: node, args: ['echo.cjs'], input: 'an apple\n' } },
  { tool: 'run_command', given: { command: node, args: ['-e', "require('fs').appendFileSync('price.cjs', '// one more\\n')"] } },
  { tool: 'run_command', given: { command: 'no-such-program', args: [] } },
  { tool: 'run_command', given: { command: node, args: ['price.cjs'], cwd: 'nowhere' } },
  { tool: 'git_status', given: {} },
  { tool: 'git_diff', given: {} },
  { tool: 'git_log', given: {} },
  { tool: 'git_blame', given: { file: 'echo.cjs' } },
  { tool: 'git_stage', given: { paths: ['price.cjs'] } },
  { tool: 'git_status', given: {} },
  { tool: 'git_unstage', given: { paths: ['price.cjs'] } },
  { tool: 'git_branch', given: { action: 'create', name: 'sales' } },
  { tool: 'git_branch', given: { action: 'list' } },
  { tool: 'git_branch', given: { action: 'create', name: 'sales' } },
  { tool: 'git_show', given: { revision: 'HEAD' } },
  { tool: 'run_command', given: { command: node, args: ['serve.cjs'], background: true, timeout: 0 } },
  { tool: 'read_run_output', given: { wait: 50 } },
  { tool: 'stop_run', given: {} },
  { tool: 'read_run_output', given: { run_id: 'r99' } },
  { tool: 'list_tests', given: {} },
  { tool: 'list_tests', given: { query: 'adds' } },
  { tool: 'run_tests', given: {} },
  { tool: 'get_test_results', given: { status: 'failed' } },
  { tool: 'run_tests', given: { target: 'cart.test.cjs', test: 'adds' } },
  { tool: 'run_tests', given: { target: 'cart.test.cjs', test: 'nothing' } },
  { tool: 'run_tests', given: { target: 'none.test.cjs' } },
  { tool: 'run_in_terminal', given: { command: `"${node}" echo.cjs`, name: 'shouts', columns: 200, rows: 6 } },
  { tool: 'write_terminal_input', given: { terminal_id: 't1', text: 'an apple', keys: ['enter'], until: 'AN APPLE' } },
  { tool: 'read_terminal_output', given: { terminal_id: 't1' } },
  { tool: 'list_terminals', given: {} },
  { tool: 'write_terminal_input', given: { terminal_id: 't9', text: 'x' } },
  { tool: 'close_terminal', given: { terminal_id: 't1' } },
  { tool: 'list_terminals', given: {} },
];

// Without what is of the moment: how long it took, which process it was, and the names of changes.
export function steady(answer: Readonly<Record<string, unknown>>): unknown {
  const text = JSON.stringify(answer)
    .replace(/"(durationMs|ms|seconds|pid|processId|milliseconds)":[\d.]+/g, '"$1":0')
    .replace(/"(started|time|since)":"[^"]*"/g, '"$1":""')
    .replace(/"(changeId|cursor)":"[^"]*"/g, '"$1":""')
    .replace(/\b\d+(?:\.\d+)? ?ms\b/g, '0 ms')
    // What a shell writes before each line is the user's, and has where his home is.
    .replace(/"screen":"[^"]*(?=\\")/g, '"screen":"');
  return JSON.parse(text);
}
