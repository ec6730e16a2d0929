// Is the documentation what the code says, and does it promise only what is there?
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pagesOfTools } from '../../scripts/docsInput.ts';
import { languagePage } from '../../scripts/languagePage.ts';
import { catalogue } from '../../src/hosts/headless/languages/catalogue.ts';
import { serverPackages } from '../../src/machine/servers/packages.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { largeRows } from '../contract/languages/largeRows.ts';
import { provenRows } from '../contract/languages/provenRows.ts';
import { filesUnder, root, sources, textOf } from './house.ts';

test('docs/tools is what npm run docs would write', async () => {
  const pages = await pagesOfTools();
  expect(filesUnder('docs/tools')).toEqual([...pages.keys()].map((name) => `docs/tools/${name}`).sort());
  for (const [name, text] of pages) expect(textOf(`docs/tools/${name}`), `docs/tools/${name} is old: npm run docs`).toBe(text);
});

test('docs/languages.md is what npm run docs would write, and knows every server', () => {
  expect(textOf('docs/languages.md'), 'docs/languages.md is old: npm run docs').toBe(languagePage());
  const proven = new Set([...largeRows, ...provenRows].map(({ server }) => server));
  // These answer about files of another row alone.
  const helping = catalogue.filter(({ lints, assists, replaces }) => lints ?? assists ?? replaces);
  const left = catalogue.filter((row) => !proven.has(row.id) && row.isUnproven !== true && !helping.includes(row));
  expect(left.map(({ id }) => id)).toEqual([]);
  expect(catalogue.filter(({ id, isUnproven }) => proven.has(id) && isUnproven === true)).toEqual([]);
  expect(serverPackages.filter(({ id }) => !proven.has(id)).map(({ id }) => id)).toEqual([]);
  expect(largeRows.filter(({ test: path }) => !existsSync(join(root, path)))).toEqual([]);
});

test('every tool has its section and an example from the golden session', async () => {
  const pages = [...(await pagesOfTools()).values()].join('\n');
  for (const { name } of allTools) expect(pages, name).toContain(`## ${name}\n`);
  const examples = pages.split('### Example').length - 1;
  expect(examples).toBe(allTools.length);
});

test('every link to a file of the repository leads somewhere', () => {
  const pages = [...filesUnder('docs', '.md'), ...filesUnder('src', '.md'), 'README.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .flatMap((link) => (existsSync(join(root, dirname(page), link)) ? [] : [`${page} → ${link}`])),
  );
  expect(dead).toEqual([]);
});

test('nothing names a page that a reader of this repository does not have', () => {
  const absent = new RegExp(
    ['DESIGN', 'HOUSE', 'CONTRACT', 'WINDOW', 'STYLE']
      .map((name) => `\\b${name}(?: §|\\.md)`)
      .join('|')
      .concat('|\\bseeds? 0\\d\\d\\b'),
  );
  const pages = [...filesUnder('docs', '.md'), ...filesUnder('src', '.md'), 'README.md', 'SECURITY.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  expect([...pages, ...sources()].filter((path) => path !== 'test/tidy/docs.test.ts' && absent.test(textOf(path)))).toEqual([]);
});

test('README is for users: at most 80 lines', () => {
  expect(textOf('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(80);
});

test('every promise of SECURITY.md names a test that attacks it, and every attack stands for a promise', () => {
  const text = textOf('SECURITY.md');
  const named = [...text.matchAll(/`((?:src|test)\/[\w./]+\.test\.ts)`/g)].map((match) => match[1] ?? '');
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const promises =
    (text.split('## What is promised')[1] ?? '')
      .split('## ')[0]
      ?.split('\n')
      .filter((line) => /^\| [^-p]/.test(line)) ?? [];
  expect(promises.length).toBeGreaterThan(10);
  expect(promises.filter((line) => !/\.test\.ts`/.test(line))).toEqual([]);
  expect(filesUnder('test/attacks', '.test.ts').filter((path) => !named.includes(path))).toEqual([]);
});

test('every dependency of the product is used and has its reason, and nothing else has one', () => {
  const versions = z.record(z.string(), z.string());
  const { dependencies, optionalDependencies } = z.object({ dependencies: versions, optionalDependencies: versions }).parse(JSON.parse(textOf('package.json')));
  // The same program for each system is one dependency.
  const names = [
    ...new Set([...Object.keys(dependencies), ...Object.keys(optionalDependencies).map((name) => name.replace(/-(?:darwin|linux|win32)-.*$/, ''))]),
  ];
  const product = filesUnder('src', '.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map(textOf)
    .join('\n');
  const reasons = [...textOf('docs/decisions/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  expect(reasons.sort()).toEqual(names.sort());
  expect(names.filter((name) => !new RegExp(`['"\`]${name}[-/'"\`]`).test(product))).toEqual([]);
});
