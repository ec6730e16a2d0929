// What the generated documentation is made of: the catalogue by family, the errors, and the golden sessions.
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { families } from '../src/tools/catalogue.ts';
import { type Example, toolPages } from './toolPages.ts';

const Golden = z.array(z.object({ tool: z.string(), arguments: z.record(z.string(), z.unknown()), answer: z.unknown() }));

// File name in docs/tools to text.
export async function pagesOfTools(): Promise<Map<string, string>> {
  const files = ['errors.ts', 'machineErrors.ts', 'editErrors.ts', 'debugErrors.ts', 'gitErrors.ts', 'reviewErrors.ts', 'runErrors.ts', 'testErrors.ts'].map(
    (name) => readFile(new URL(`../src/ide/errors/${name}`, import.meta.url), 'utf8'),
  );
  const errors = (await Promise.all(files)).join('\n');
  return toolPages(
    Object.entries(families).map(([name, tools]) => ({ name, tools })),
    errors,
    await examples(),
  );
}

async function examples(): Promise<Example[]> {
  const sessions = await Promise.all(
    ['findABug', 'debugABug', 'commitAFix', 'runAProgram', 'testABug', 'startAnAgent'].map((name) =>
      readFile(new URL(`../test/journeys/${name}.golden.json`, import.meta.url), 'utf8'),
    ),
  );
  return sessions.flatMap((text) => Golden.parse(JSON.parse(text)));
}
