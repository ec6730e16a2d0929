// Are the types of the window's page in order? It runs in browsers, so that the configuration of everything else does not cover it.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { minutes } from '../../src/base/waiting/duration.ts';
import { root } from './house.ts';

test(
  'the page is what its types say',
  async () => {
    const compiler = join(root, 'node_modules/typescript-engine/bin/tsc');
    const cache = join(root, 'node_modules/.cache/page.tsbuildinfo');
    const args = [compiler, '--noEmit', '--incremental', '--tsBuildInfoFile', cache, '-p', join(root, 'dashboard')];
    const { stdout } = await promisify(execFile)(process.execPath, args, { timeout: minutes(2) }).catch((error: { stdout: string }) => error);
    expect(stdout).toBe('');
  },
  minutes(2),
);
