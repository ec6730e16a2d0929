// A program that cannot be had skips on a person's machine, and fails where CI is set.
import { afterEach, expect, test, vi } from 'vitest';
import { debianProgram } from './debianProgram.ts';

const context = {
  skip(note = ''): never {
    throw new Error(`skipped: ${note}`);
  },
};

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

test.each([
  ['', 'skipped: there is no gradle on this machine'],
  ['1', 'there is no gradle on this machine'],
])('whoever is not root, with CI %j', async (ci, message) => {
  vi.stubEnv('CI', ci);
  vi.stubEnv('PATH', '');
  if (process.getuid !== undefined) vi.spyOn(process, 'getuid').mockReturnValue(1000);
  await expect(debianProgram(context, 'gradle')).rejects.toThrow(new Error(message));
});
