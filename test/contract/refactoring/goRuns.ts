// Runs the rows of a Go table before and after: what an expression gives must stay. One program holds all of them.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { GO_MODULE } from './goVet.ts';
import { type Row, unmarked } from './table.ts';

const printed = z.record(z.string(), z.string());

// Of the rows that have a func Run() string, or for which there is an expression by their title.
export function testGoRuns(rows: readonly Row[], expressions: Readonly<Record<string, string>> = {}): void {
  test('the programs of the rows give the same before and after', { timeout: seconds(120) }, async () => {
    const running = rows.flatMap((row, index) => {
      const expression = expressions[row.title] ?? (Object.entries(row.before).some(([name, text]) => isRun(name, text)) ? 'Run()' : undefined);
      return expression === undefined ? [] : [{ ...row, index, expression }];
    });
    expect(running.length).toBeGreaterThanOrEqual(Math.max(Object.keys(expressions).length, 1));
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-go-'));
    try {
      const names = running.flatMap(({ index }) => [`before${index}`, `after${index}`]);
      const texts: Record<string, string> = { ...GO_MODULE, 'main.go': mainOf(names) };
      for (const { before, after, index, expression } of running) {
        const own = { ...unmarked(before), 'outcome.go': `package a\n\nimport "fmt"\n\nfunc Outcome() string { return fmt.Sprint(${expression}) }\n` };
        for (const [kind, files] of Object.entries({ before: own, after: { ...own, ...after } }))
          for (const [name, text] of Object.entries(files))
            if (text !== undefined && !name.endsWith('_test.go'))
              texts[`${kind}${index}/${name}`] = text.replaceAll(`rows/rows/row${index}/`, `rows/${kind}${index}/`);
      }
      for (const [name, text] of Object.entries(texts)) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const { stdout } = await promisify(execFile)('go', ['run', '.'], { cwd: folder });
      const results = printed.parse(JSON.parse(stdout));
      for (const { title, index } of running) {
        expect({ title, gives: results[`after${index}`] }).toEqual({ title, gives: results[`before${index}`] });
        expect({ title, isWorth: (results[`before${index}`] ?? '') !== '' }).toEqual({ title, isWorth: true });
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function isRun(name: string, text: string): boolean {
  return !name.includes('/') && /^func (?:\$0)?Run\(\) string/m.test(text);
}

function mainOf(names: readonly string[]): string {
  const imports = names.map((name) => `\t${name} "example.com/rows/${name}"`).join('\n');
  const entries = names.map((name) => `\t\t"${name}": ${name}.Outcome(),`).join('\n');
  return `package main\n\nimport (\n\t"encoding/json"\n\t"os"\n${imports}\n)\n\nfunc main() {\n\tjson.NewEncoder(os.Stdout).Encode(map[string]string{\n${entries}\n\t})\n}\n`;
}
