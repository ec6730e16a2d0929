// Where a sample may be put.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeSample } from './sample.ts';

test('a folder with anything in it is refused, and stays as it is', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'binnacle-sample-'));
  try {
    await writeFile(join(folder, 'notes.txt'), 'mine');
    await expect(makeSample(folder, { pause: 0 }, '')).rejects.toMatchObject({ code: 'folder_not_empty' });
    expect(await readdir(folder)).toEqual(['notes.txt']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
