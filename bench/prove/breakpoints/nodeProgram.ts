// A program of real JavaScript, and which of its lines have run: as V8's own coverage says.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';
import { type Lines, lineOf, type Program, projectFolder } from './programs.ts';

const JAVASCRIPT = `const { parse, parseDocument, stringify } = require('./yaml/index.js');

const text = 'shop: &shop\\n  name: "a \\\\"quoted\\\\" one"\\n  cents: [1, 2.5, 0x1f]\\nother:\\n  <<: *shop\\n  note: |\\n    two\\n    lines\\n  folded: >-\\n    one\\n    line\\n? key\\n: value # said\\n';
console.log(JSON.stringify(parse(text, { merge: true })));
const document = parseDocument(text);
document.setIn(['shop', 'cents', 0], 7);
console.log(String(document));
console.log(stringify({ list: [{ a: 1 }, 'two: 2', null, true, new Date(0)], long: 'word '.repeat(30) }));
console.log(parseDocument('a: [1, 2\\nb: }').errors.length);
console.log('done');
`;

const Coverage = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(z.object({ ranges: z.array(z.object({ startOffset: z.number(), endOffset: z.number(), count: z.number() })) })),
    }),
  ),
});

export async function nodeProgram(environment: NodeJS.ProcessEnv): Promise<Program> {
  const folder = await projectFolder();
  await cp(dirname(createRequire(import.meta.url).resolve('yaml')), join(folder, 'yaml'), { recursive: true });
  await writeFile(join(folder, 'main.js'), JAVASCRIPT);
  const files = (await Promise.all(['compose', 'doc', 'nodes', 'parse', 'stringify'].map((part) => scriptsIn(folder, `yaml/${part}`)))).flat();
  return {
    language: 'JavaScript',
    folder,
    main: 'main.js',
    lastLine: lineOf(JAVASCRIPT, "console.log('done')"),
    files,
    environment,
    async lines() {
      const covered = await mkdtemp(join(tmpdir(), 'binnacle-prove-'));
      await promisify(execFile)(process.execPath, ['main.js'], { cwd: folder, env: { ...environment, NODE_V8_COVERAGE: covered } });
      const lines = new Map<string, Lines>();
      for (const report of await readdir(covered))
        for (const { url, functions } of Coverage.parse(JSON.parse(await readFile(join(covered, report), 'utf8'))).result) {
          const path = url.startsWith('file:') ? fileURLToPath(url) : '';
          if (!path.startsWith(folder)) continue;
          const ranges = functions.flatMap((one) => one.ranges);
          lines.set(path.slice(folder.length + 1).replaceAll('\\', '/'), coveredLines(await readFile(path, 'utf8'), ranges));
        }
      await rm(covered, { recursive: true, force: true });
      return lines;
    },
    [Symbol.asyncDispose]: () => rm(dirname(folder), { recursive: true, force: true, maxRetries: 5 }),
  };
}

async function scriptsIn(folder: string, part: string): Promise<string[]> {
  return (await readdir(join(folder, part))).filter((name) => name.endsWith('.js')).map((name) => `${part}/${name}`);
}

// The innermost range of a character says how often it ran. A line that ran in part, as the head of a function that was never called, says nothing.
function coveredLines(text: string, ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[]): Lines {
  const counts = new Int32Array(text.length).fill(1);
  const outermostFirst = ranges.toSorted((one, other) => other.endOffset - other.startOffset - (one.endOffset - one.startOffset));
  for (const { startOffset, endOffset, count } of outermostFirst) counts.fill(count, startOffset, endOffset);
  const [executed, unclear] = [new Set<number>(), new Set<number>()];
  let at = 0;
  for (const [index, line] of text.split('\n').entries()) {
    const own = [...line].flatMap((character, offset) => (character.trim() === '' ? [] : [(counts[at + offset] ?? 0) > 0]));
    at += line.length + 1;
    if (own.length > 0 && own.every((ran) => ran)) executed.add(index + 1);
    else if (own.some((ran) => ran)) unclear.add(index + 1);
  }
  return { withCode: undefined, executed, unclear };
}
