// What real engines say about symbols of the project, of dependencies and of the standard libraries.
import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openProject } from '../search/project.ts';

const FILES: Readonly<Record<string, string>> = {
  'package.json': '{ "type": "module" }',
  'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "target": "es2022", "noEmit": true, "types": [] }, "include": ["src"] }',
  'src/main.ts': "import { helper } from 'lib';\n/** Waits for all of them. */\nexport const all = Promise.all([helper()]);\n",
  'node_modules/lib/package.json': '{ "name": "lib", "version": "1.4.0", "types": "index.d.ts" }',
  'node_modules/lib/index.d.ts':
    '/**\n * Helps out.\n * @returns how often it helped\n */\nexport declare function helper(): number;\n/** Nobody calls it. */\nexport declare function spare(text: string): void;\n',
  'shop/basket.py': 'import math\n\n\ndef load(number: float) -> float:\n    """Reads a basket."""\n    return math.sqrt(number)\n',
};

test('the project, a dependency and the standard library of TypeScript', async () => {
  const { agent } = await openProject(FILES);
  expect((await agent.call('get_documentation', { symbol: { name: 'all', file: 'src/main.ts' } })).value).toMatchObject({
    documentation: expect.stringContaining('Waits for all'),
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'helper' } })).value).toMatchObject({
    signature: expect.stringContaining('helper(): number'),
    documentation: expect.stringContaining('how often it helped'),
    declared: [{ file: 'node_modules/lib/index.d.ts', line: 5 }],
    from: 'lib 1.4.0',
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'spare' }, package: 'lib' })).value).toMatchObject({
    signature: expect.stringContaining('spare(text: string)'),
    documentation: expect.stringContaining('Nobody calls it.'),
    from: 'lib 1.4.0',
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'Promise.all' } })).value).toMatchObject({
    documentation: expect.stringContaining('resolved with an array'),
    from: 'standard library',
  });
});

test('a package of a workspace, linked from the store of pnpm', async () => {
  const { agent, root } = await openProject({
    'package.json': '{ "name": "root" }',
    'packages/app/package.json': '{ "name": "app", "type": "module" }',
    'packages/app/tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext", "noEmit": true, "types": [] } }',
    'packages/app/main.ts': "import { used } from 'stored';\nused();\n",
    'node_modules/.pnpm/stored@2.0.0/node_modules/stored/package.json': '{ "name": "stored", "version": "2.0.0", "types": "index.d.ts" }',
    'node_modules/.pnpm/stored@2.0.0/node_modules/stored/index.d.ts':
      'export declare function used(): void;\n/** Nobody calls it. */\nexport declare function spare(): void;\n',
  });
  await mkdir(join(root, 'packages/app/node_modules'));
  await symlink(join(root, 'node_modules/.pnpm/stored@2.0.0/node_modules/stored'), join(root, 'packages/app/node_modules/stored'));
  expect((await agent.call('get_documentation', { symbol: { name: 'spare' }, package: 'stored' })).value).toMatchObject({
    documentation: expect.stringContaining('Nobody calls it.'),
    from: 'stored 2.0.0',
  });
});

test('the project and the standard library of Python', async () => {
  const { agent } = await openProject(FILES);
  expect((await agent.call('get_documentation', { symbol: { name: 'load' } })).value).toMatchObject({
    documentation: expect.stringContaining('Reads a basket.'),
  });
  expect((await agent.call('get_documentation', { symbol: { name: 'math.sqrt' } })).value).toMatchObject({
    documentation: expect.stringContaining('square root'),
    from: 'standard library',
  });
});
