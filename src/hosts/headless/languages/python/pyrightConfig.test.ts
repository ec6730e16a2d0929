// Which files belong to a Python project, for the configurations that projects really have.
import { expect, test } from 'vitest';
import { PyrightConfig } from './pyrightConfig.ts';

const ROOT = '/shop';

async function members(files: Record<string, string>, paths: readonly string[]): Promise<string[]> {
  const config = await PyrightConfig.load(ROOT, async (path) => files[path]);
  return paths.filter((path) => config.includes(`${ROOT}/${path}`));
}

const PATHS = ['src/cart.py', 'tests/test_cart.py', 'tests/types/check.py', '.tools/run.py', 'docs/conf.py'];

test('without a configuration everything but hidden folders belongs', async () => {
  expect(await members({}, PATHS)).toEqual(['src/cart.py', 'tests/test_cart.py', 'tests/types/check.py', 'docs/conf.py']);
});

test('pyproject.toml says which folders belong', async () => {
  const files = { '/shop/pyproject.toml': '[project]\nname = "shop"\n[tool.pyright]\ninclude = ["src", "tests/types"]\n' };
  expect(await members(files, PATHS)).toEqual(['src/cart.py', 'tests/types/check.py']);
});

test('the section of basedpyright is stronger than that of pyright', async () => {
  const files = { '/shop/pyproject.toml': '[tool.pyright]\ninclude = ["src"]\n[tool.basedpyright]\ninclude = ["docs"]\n' };
  expect(await members(files, PATHS)).toEqual(['docs/conf.py']);
});

test('pyrightconfig.json is stronger than pyproject.toml, may hold comments, and replaces the default exclusions', async () => {
  const files = {
    '/shop/pyrightconfig.json': '{ // only what must not be checked\n "exclude": ["**/types", "docs/"] }',
    '/shop/pyproject.toml': '[tool.pyright]\ninclude = ["src"]\n',
  };
  expect(await members(files, PATHS)).toEqual(['src/cart.py', 'tests/test_cart.py', '.tools/run.py']);
});

test('a base configuration counts from its own folder, and only where the nearer one is silent', async () => {
  const files = {
    '/shop/pyrightconfig.json': '{ "extends": "config/base.json", "exclude": [] }',
    '/shop/config/base.json': '{ "include": ["../tests", "../.tools"], "exclude": ["../tests"] }',
  };
  expect(await members(files, PATHS)).toEqual(['tests/test_cart.py', 'tests/types/check.py', '.tools/run.py']);
});

test.each(['not = = toml', '[tool.pyright]\ninclude = "src"\n'])('a file that says nothing usable configures nothing: %j', async (text) => {
  expect(await members({ '/shop/pyproject.toml': text }, ['src/cart.py', 'docs/conf.py'])).toEqual(['src/cart.py', 'docs/conf.py']);
});
