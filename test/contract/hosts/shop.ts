// One project for what runs: a program to debug and one that forks it, configurations, tasks, tests, and a repository with a change in it.
import { shopInJavaScript } from '../../support/debuggedShop.ts';
import { execute } from '../../support/npmInstall.ts';

export const SHOP: Readonly<Record<string, string>> = {
  'package.json': '{ "name": "shop", "version": "1.0.0", "scripts": { "price": "node price.cjs apple", "test": "node --test" } }\n',
  'shop.js': `${shopInJavaScript}\nshop();\n`,
  'main.js': "const { fork } = require('node:child_process');\nfork('./shop.js').on('exit', (code) => {\n  process.exitCode = code;\n});\n",
  'price.cjs': `const [, , name, ...more] = process.argv;
const known = { apple: 30, pear: 45 };
if (known[name] === undefined) {
  console.error('nobody sells ' + name);
  process.exit(3);
}
console.log(known[name], ...more);
`,
  // Says when it is ready, and goes on.
  'serve.cjs': "let ticks = 0;\nconsole.log('ready');\nsetInterval(() => {\n  ticks += 1;\n}, 50);\n",
  'echo.cjs': "process.stdin.on('data', (text) => process.stdout.write(String(text).toUpperCase()));\n",
  'make.cjs': "require('node:fs').writeFileSync('made.txt', 'made\\n');\nconsole.log('made it');\n",
  'cart.test.cjs': `const { test } = require('node:test');
const { equal } = require('node:assert');

test('adds', () => equal(1 + 1, 2));
test('counts', () => {
  const found = 2 + 2;
  equal(found, 5);
});
test('waits', { skip: 'later' }, () => {});
`,
  '.gitignore': 'made.txt\n',
  '.vscode/launch.json': `${JSON.stringify({ configurations: [{ name: 'shop', type: 'node', request: 'launch', program: '${workspaceFolder}/shop.js' }] }, null, 2)}\n`,
  '.vscode/tasks.json': `${JSON.stringify({ version: '2.0.0', tasks: [{ label: 'make', type: 'process', command: 'node', args: ['make.cjs'] }] }, null, 2)}\n`,
};

// Everything committed by somebody at a time that is the same in both.
export async function committed(project: string): Promise<void> {
  const [user, email, date] = ['Ada', 'ada@example.org', '2026-01-01T00:00:00Z'];
  const who = { GIT_AUTHOR_NAME: user, GIT_AUTHOR_EMAIL: email, GIT_AUTHOR_DATE: date };
  const git = (...given: string[]) =>
    execute(['git', ...given], project, { ...who, GIT_COMMITTER_NAME: user, GIT_COMMITTER_EMAIL: email, GIT_COMMITTER_DATE: date });
  await git('init', '--initial-branch=main');
  await git('add', '.');
  await git('commit', '--message=A shop');
}
