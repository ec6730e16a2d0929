// Is the window's page as small as it must be? Built as it is shipped, and weighed as it travels.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { NONCE_PLACEHOLDER } from '../../src/dashboard/protocol/opening.ts';
import { root } from './house.ts';

const KILOBYTE = 1_024;
const FIRST_LOAD = 110 * KILOBYTE;
const EVERYTHING = 400 * KILOBYTE;
const Builder = z.object({ buildDashboard: z.custom<(folder: string) => Promise<void>>((value) => typeof value === 'function') });

let folder = '';
beforeAll(async () => {
  folder = mkdtempSync(join(root, 'dist.page-'));
  const { buildDashboard } = Builder.parse(await import(pathToFileURL(join(root, 'scripts/dashboard.mjs')).href));
  await buildDashboard(relative(root, folder));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('what a browser loads before Now is shown is at most 110 KB, and everything at most 400', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const assets = readdirSync(join(folder, 'assets')).filter((name) => !name.endsWith('.gz'));
  const named = [...page.matchAll(/assets\/([\w.-]+)/g)].map(([, name = '']) => name);
  expect(named).toHaveLength(2);
  const first = new Set<string>([...named, ...assets.filter((name) => name.startsWith('now-'))]);
  for (const name of first) for (const imported of staticImports(join(folder, 'assets', name))) first.add(imported);
  expect(weight([...first])).toBeLessThanOrEqual(FIRST_LOAD);
  expect(weight(assets)).toBeLessThanOrEqual(EVERYTHING);
});

test('the page brings no source map, no inline script and no data', () => {
  expect(readdirSync(join(folder, 'assets')).filter((name) => !/^[\w-]+-[A-Z0-9]{8}\.(js|css)(\.gz)?$/.test(name))).toEqual([]);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  expect(page).toContain(`content="${NONCE_PLACEHOLDER}"`);
});

function weight(names: readonly string[]): number {
  return names.reduce((sum, name) => {
    const packed = readFileSync(join(folder, 'assets', `${name}.gz`));
    expect(gunzipSync(packed).equals(readFileSync(join(folder, 'assets', name))), name).toBe(true);
    return sum + packed.length;
  }, 0);
}

function staticImports(path: string): string[] {
  if (!path.endsWith('.js')) return [];
  return [...readFileSync(path, 'utf8').matchAll(/(?:^|[;}])(?:import|export)[^"()]*?"\.\/([\w.-]+)"/g)].map(([, name = '']) => name);
}
