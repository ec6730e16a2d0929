// Whether Go's own checker has something to say about what the rows of a table are afterwards.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { seconds } from '../../../src/base/waiting/duration.ts';
import { type Row, unmarked } from './table.ts';

export const GO_MODULE = { 'go.mod': 'module example.com/rows\n\ngo 1.21\n' };

export function testVet(rows: readonly Row[]): void {
  test('go vet has nothing to say about what all rows are afterwards', { timeout: seconds(120) }, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'binnacle-go-'));
    try {
      const files = rows.flatMap(({ before, after }, index) =>
        Object.entries({ ...unmarked(before), ...after }).map(([name, text]) => [`rows/row${index}/${name}`, text ?? ''] as const),
      );
      for (const [name, text] of [...Object.entries(GO_MODULE), ...files]) {
        await mkdir(dirname(join(folder, name)), { recursive: true });
        await writeFile(join(folder, name), text);
      }
      const { stderr } = await promisify(execFile)('go', ['vet', './...'], { cwd: folder });
      expect(stderr).toBe('');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}
