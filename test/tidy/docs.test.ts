// Is the documentation what the code says, and does it promise only what is there?
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pagesOfTools } from '../../scripts/docsInput.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { filesUnder, root, textOf } from './house.ts';

test('docs/tools is what npm run docs would write', async () => {
  const pages = await pagesOfTools();
  expect(filesUnder('docs/tools')).toEqual([...pages.keys()].map((name) => `docs/tools/${name}`).sort());
  for (const [name, text] of pages) expect(textOf(`docs/tools/${name}`), `docs/tools/${name} is old: npm run docs`).toBe(text);
});

test('every tool has its section and an example from the golden session', async () => {
  const pages = [...(await pagesOfTools()).values()].join('\n');
  for (const { name } of allTools) expect(pages, name).toContain(`## ${name}\n`);
  const examples = pages.split('### Example').length - 1;
  expect(examples).toBe(allTools.length);
});

test('every link to a file of the repository leads somewhere', () => {
  const pages = [...filesUnder('docs', '.md'), ...filesUnder('src', '.md'), 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const dead = pages.flatMap((page) =>
    [...textOf(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)]
      .map((match) => match[1] ?? '')
      .flatMap((link) => (existsSync(join(root, dirname(page), link)) ? [] : [`${page} → ${link}`])),
  );
  expect(dead).toEqual([]);
});

test('every dependency of the product is used and has its reason, and nothing else has one', () => {
  const { dependencies } = z.object({ dependencies: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf('package.json')));
  const names = Object.keys(dependencies);
  const product = filesUnder('src', '.ts')
    .filter((path) => !path.endsWith('.test.ts'))
    .map(textOf)
    .join('\n');
  const reasons = [...textOf('docs/decisions/dependencies.md').matchAll(/^\| `([^`]+)` \|/gm)].map((match) => match[1] ?? '');
  expect(reasons.sort()).toEqual(names.sort());
  expect(names.filter((name) => !new RegExp(`['"\`]${name}[/'"\`]`).test(product))).toEqual([]);
});
