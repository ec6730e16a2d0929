// A project whose tools, filters and hooks leave a trace when they are executed: by reads and edits where runs are denied, and where git tracks the program.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { Agent, textOf } from '../faults/agent.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';

// With a folder of the project on the PATH, as tools for one's shell put it there.
function agentIn(home: Home, { folder }: Trap): Agent {
  const environment = { PATH: `${join(folder, 'bin')}:${home.environment['PATH']}` };
  return new Agent(home, { folder, parameters: ['--toolset', 'all'], environment });
}

interface Trap {
  readonly folder: string;
  git(...args: string[]): void;
  traces(): Promise<string[]>;
}

async function trapIn(home: Home): Promise<Trap> {
  const [folder, traces] = [join(home.folder, 'trap'), join(home.folder, 'traces')];
  await mkdir(traces);
  const inNode = (name: string) => `require('node:fs').writeFileSync(${JSON.stringify(join(traces, name))}, '');\n`;
  const inShell = (name: string) => `#!/bin/sh\ntouch '${join(traces, name)}'\ncat\n`;
  const files: Record<string, string> = {
    'cart.js': 'export const total = 1;\n',
    'shop.py': 'def total() -> int:\n    return 1\n',
    'tsconfig.json': '{ "compilerOptions": { "allowJs": true, "types": [] }, "include": ["*.js"] }',
    'eslint.config.js': `${inNode('eslint')}module.exports = [];\n`,
    'node_modules/eslint/package.json': '{ "name": "eslint", "version": "9.0.0", "main": "lib/api.js" }',
    'node_modules/eslint/lib/api.js': inNode('eslint'),
    'node_modules/eslint/lib/unsupported-api.js': inNode('eslint'),
    '.prettierrc': '{}\n',
    'node_modules/prettier/package.json': '{ "name": "prettier", "version": "3.0.0", "bin": "bin.js" }',
    'node_modules/prettier/bin.js': `${inNode('prettier')}process.stdin.pipe(process.stdout);\n`,
    '.venv/bin/python': inShell('python'),
    '.venv/pyvenv.cfg': 'home = /usr/bin\n',
    'main.go': 'package main\n\nfunc main() {}\n',
    'go.mod': 'module trap\n',
    'bin/gopls': inShell('gopls'),
    '.gitignore': 'node_modules\n.venv\n',
    '.gitattributes': '*.js filter=trap diff=trap\n',
    'filter.sh': inShell('filter'),
    'textconv.sh': inShell('textconv'),
    'monitor.sh': inShell('fsmonitor'),
    'hook.sh': inShell('hook'),
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
  }
  const git = (...args: string[]) => {
    const { status, stderr } = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
  };
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'one');
  const settings = { 'filter.trap.clean': 'filter.sh', 'filter.trap.smudge': 'filter.sh', 'diff.trap.textconv': 'textconv.sh', 'core.fsmonitor': 'monitor.sh' };
  for (const [name, program] of Object.entries(settings)) git('config', name, join(folder, program));
  for (const hook of ['pre-commit', 'post-index-change', 'post-commit']) await writeFile(join(folder, '.git', 'hooks', hook), inShell('hook'), { mode: 0o755 });
  await writeFile(join(folder, 'cart.js'), 'export const total = 22;\n');
  return { folder, git, traces: async () => (await readdir(traces)).sort() };
}

// What an agent reads and edits, and what each answered.
async function asked(agent: Agent): Promise<string> {
  const answers: string[] = [];
  for (const [tool, given] of [
    ['get_diagnostics', { files: ['cart.js', 'shop.py', 'main.go'] }],
    ['find_references', { symbol: { file: 'shop.py', line: 1, name: 'total' } }],
    ['git_status', {}],
    ['git_diff', {}],
    ['format_code', { files: ['cart.js'] }],
    ['git_stage', { paths: ['cart.js'] }],
    ['git_commit', { message: 'two' }],
  ] as const)
    answers.push(`${tool}: ${textOf(await agent.call(tool, given))}`);
  return answers.join('\n');
}

test.skipIf(process.platform === 'win32')('where runs are denied, reads and edits execute nothing that the project brings, and say so', async () => {
  await using home = await temporaryHome();
  const trap = await trapIn(home);
  const policy = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle', 'policy.json');
  await mkdir(dirname(policy), { recursive: true });
  await writeFile(policy, '{ "effects": { "runs": "deny" } }');
  await using agent = agentIn(home, trap);
  await agent.initialize();
  const answers = await asked(agent);
  expect(await trap.traces(), answers).toEqual([]);
  expect(answers).toMatch(/get_diagnostics: .*the policy denies runs/s);
  expect(answers).toMatch(/format_code: .*the policy denies runs/s);
  expect(answers).toMatch(/git_commit: .*the policy denies runs/s);
  // With the permission the traps are sprung: the project is opened anew, without a new daemon.
  await writeFile(policy, '{ "effects": { "runs": "allow" } }');
  await asked(agent);
  expect(await trap.traces()).toEqual(expect.arrayContaining(['eslint', 'filter', 'hook', 'prettier', 'python']));
});

test.skipIf(process.platform === 'win32')('a program that git tracks is not run by reads and edits, though the project is trusted', async () => {
  await using home = await temporaryHome();
  const trap = await trapIn(home);
  trap.git('-c', 'core.hooksPath=/dev/null', 'add', '-f', '.venv', 'node_modules');
  await using agent = agentIn(home, trap);
  await agent.initialize();
  const answers = await asked(agent);
  const traces = await trap.traces();
  for (const program of ['python', 'prettier', 'eslint', 'gopls']) expect(traces, answers).not.toContain(program);
  expect(answers).toMatch(/get_diagnostics: .*git tracks/s);
  expect(answers).toMatch(/format_code: .*git tracks/s);
});
