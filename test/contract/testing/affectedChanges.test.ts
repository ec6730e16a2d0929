// What counts as a change: never what was installed or built, whether git ignores it or not; and which tests are asked: those that pytest would find.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { withVariable } from '../debugging/debuggee.ts';
import { testProject } from './testProject.ts';

const FILES = {
  'pyproject.toml': '[project]\nname = "shop"\n\n[tool.pytest.ini_options]\ntestpaths = ["tests"]\n',
  'shop/__init__.py': '',
  'shop/cart.py': 'def total(prices):\n    return sum(prices)\n',
  'build/steps.py': 'STEPS = 1\n',
  'tests/test_cart.py': 'from shop.cart import total\n\n\ndef test_total():\n    assert total([1]) == 1\n',
  'tests/test_steps.py': 'from build.steps import STEPS\n\n\ndef test_steps():\n    assert STEPS\n',
  'examples/test_example.py': 'from shop.cart import total\n\n\ndef test_example():\n    assert total([1]) == 2\n',
};

// Nobody has added them to git.
const INSTALLED = {
  'myenv/pyvenv.cfg': 'home = /usr/bin\n',
  'myenv/lib/python3/site-packages/cart.py': 'import shop\n',
  'node_modules/a/package.json': '{}',
  'target/CACHEDIR.TAG': 'Signature: 8a477f597d28d172789f06886806bc55\n',
  'target/debug/cart.json': '{}',
};

test('affected', async (context) => {
  const { folder } = await needs(context, 'pytest');
  using _path = withVariable('PYTHONPATH', folder);
  await using project = await testProject(FILES);
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(project.root, path)), { recursive: true });
    await writeFile(join(project.root, path), text);
  };
  await project.git('init', '-q', '-b', 'main');
  await project.git('add', '-A');
  await project.git('commit', '-q', '-m', 'all');
  for (const [path, text] of Object.entries(INSTALLED)) await write(path, text);
  expect(await project.refusal('run_tests', { target: 'affected' })).toMatchObject({ error: 'no_change' });
  await write('shop/cart.py', `${FILES['shop/cart.py']}\n\nMORE = 1\n`);
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({
    counts: { passed: 1, failed: 0 },
    uncommittedFiles: 1,
    affected: { changed: ['shop/cart.py'], chosen: ['tests/test_cart.py'], testFiles: 2 },
  });
  await project.git('checkout', '-q', 'shop/cart.py');
  // Sources may be called like what is built, and what is named is run wherever it lies.
  await write('build/steps.py', 'STEPS = 2\n');
  expect(await project.call('run_tests', { target: 'affected' })).toMatchObject({ affected: { changed: ['build/steps.py'], chosen: ['tests/test_steps.py'] } });
  expect(await project.call('run_tests', { target: 'examples/test_example.py' })).toMatchObject({ counts: { passed: 0, failed: 1 } });
  await write('build/steps.py', 'STEPS = 3\n');
  await write('myenv/lib/python3/site-packages/cart.py', 'import shop.cart\n');
  await expect.poll(async () => (await project.call('get_test_results', {}))['outdated']).toEqual(['build/steps.py']);
});
