// What the generated documentation is made of: the catalogue by family, the errors, and the golden session.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { diagnostics } from '../src/tools/diagnostics/index.ts';
import { navigation } from '../src/tools/navigation/index.ts';
import { project } from '../src/tools/project/index.ts';
import { search } from '../src/tools/search/index.ts';
import { type Example, type Family, toolPages } from './toolPages.ts';

const families: readonly Family[] = [
  { name: 'navigation', tools: navigation },
  { name: 'search', tools: search },
  { name: 'diagnostics', tools: diagnostics },
  { name: 'project', tools: project },
];

const Golden = z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), answer: z.unknown() }));

// File name in docs/tools to text.
export async function pagesOfTools(): Promise<Map<string, string>> {
  const errors = await readFile(new URL('../src/ide/errors.ts', import.meta.url), 'utf8');
  return toolPages(families, errors, await examples());
}

async function examples(): Promise<Example[]> {
  return Golden.parse(JSON.parse(await readFile(new URL('../test/journeys/findABug.golden.json', import.meta.url), 'utf8')));
}
