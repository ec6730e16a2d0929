// Whether files that a hostile repository plants are refused at once.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSmallFile, smallFile } from './smallFile.ts';

test('a file is read; a pipe, a device, a folder, a gigabyte and nothing are not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-small-'));
  try {
    const at = (name: string) => join(folder, name);
    writeFileSync(at('plain.json'), '{"größe": 1}');
    expect(readSmallFile(at('plain.json'))).toBe('{"größe": 1}');
    writeFileSync(at('large.json'), '');
    truncateSync(at('large.json'), 2 ** 30);
    mkdirSync(at('folder'));
    for (const name of ['large.json', 'folder', 'missing.json']) {
      expect(smallFile(at(name)), name).toBeUndefined();
      expect(() => readSmallFile(at(name)), name).toThrow();
    }
    expect(() => readSmallFile(at('missing.json'))).toThrow(expect.objectContaining({ code: 'ENOENT' }));
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [at('pipe.json')]);
    expect(smallFile(at('pipe.json'))).toBeUndefined();
    expect(smallFile('/dev/zero')).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
