// Paths by chance, out of everything that ever led out of a folder: whatever an agent calls with them, nothing outside of its project changes or is shown.
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seconds } from '../../src/base/waiting/duration.ts';
import { type RealAgent, realAgentOn } from '../contract/tools/realAgent.ts';

// For hours of it: BINNACLE_FUZZ_MS.
const LONGEST = Number(process.env['BINNACLE_FUZZ_MS'] ?? seconds(8));
const SECRET = 'a secret of somebody else';

let real: RealAgent;
let around: string;
let project: string;

beforeAll(async () => {
  around = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-paths-')));
  const outside = join(around, 'outside');
  mkdirSync(join(outside, 'deep'), { recursive: true });
  for (const file of ['secret.txt', 'deep/secret.ts']) writeFileSync(join(outside, file), `${SECRET}\n`);
  real = await realAgentOn({ 'src/cart.txt': 'one\n', 'src/deep/other.txt': 'two\n' }, async (folder) => {
    project = folder;
    if (process.platform === 'win32') return;
    symlinkSync(outside, join(folder, 'out'));
    symlinkSync('../../../../../../../../..', join(folder, 'src', 'up'));
    symlinkSync(join(outside, 'secret.txt'), join(folder, 'file-link'));
    symlinkSync(join(outside, 'not-there.txt'), join(folder, 'dangling'));
    symlinkSync('loop', join(folder, 'loop'));
  });
});

afterAll(async () => {
  await real?.close();
  await rm(around, { recursive: true, force: true });
});

test('whatever path a tool is given, nothing outside of the project changes or is shown', { timeout: LONGEST + seconds(60) }, async () => {
  const outside = join(around, 'outside');
  const before = stateOf(outside);
  // Its neighbours: the state of the IDE itself may change there, and nothing else.
  const beside = join(project, '..');
  const neighbours = readdirSync(beside).sort();
  const piece = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      '...',
      '.. ',
      '..;',
      'src',
      'SRC',
      'deep',
      'out',
      'OUT',
      'up',
      'file-link',
      'dangling',
      'loop',
      'cart.txt',
      'secret.txt',
      'new.txt',
      '%2e%2e',
      '%2f',
    ),
    fc.constantFrom(
      '～',
      '․․',
      '‥',
      'ａ',
      'e\u0301',
      '\u202e..',
      'a\0b',
      '\n',
      ' ',
      '*',
      '?',
      'CON',
      'nul',
      'a:b',
      'C:',
      '~',
      '$HOME',
      '`id`',
      'x'.repeat(300),
    ),
  );
  const begin = fc.constantFrom(
    '',
    '/',
    './',
    '\\',
    '//',
    'file://',
    'file:///',
    'FILE:/',
    outside,
    `${outside}/`,
    `file://${outside}/`,
    `${project}/../../`,
    `${project}/`,
    '\\\\?\\',
    '~/',
  );
  const path = fc.tuple(begin, fc.array(piece, { maxLength: 5 }), fc.constantFrom('/', '\\', '//')).map(([start, pieces, slash]) => start + pieces.join(slash));
  const call = fc.oneof(
    path.map((file) => ['write_file', { file, text: 'overwritten\n' }] as const),
    path.map((file) => ['edit_file', { file, edits: [{ old_text: 'secret', new_text: 'taken' }] }] as const),
    fc.tuple(path, path).map(([file, new_file]) => ['rename_file', { file, new_file, allow_incomplete: true, verify: 'report' }] as const),
    path.map((file) => ['safe_delete', { file }] as const),
    path.map((file) => ['read_file', { file }] as const),
    path.map((under) => ['list_project_files', { under, include_ignored: true }] as const),
    path.map((file) => ['search_text', { query: 'secret', under: file }] as const),
    fc.constantFrom(['undo', {}] as const, ['redo', { change_id: '1' }] as const),
  );
  await fc.assert(
    fc.asyncProperty(call, async ([tool, given]) => {
      const answer = await real.agent.client.callTool({ name: tool, arguments: given });
      expect(JSON.stringify(answer)).not.toContain(SECRET);
      // Nor does a path keep others from writing.
      expect(JSON.stringify(answer)).not.toContain('half_written');
      expect(stateOf(outside)).toBe(before);
      expect(readdirSync(beside).sort()).toEqual(neighbours);
    }),
    { numRuns: 1_000_000, interruptAfterTimeLimit: LONGEST, markInterruptAsFailure: false },
  );
});

// Names, kinds and contents of everything in it.
function stateOf(folder: string): string {
  const hash = createHash('sha256');
  const visit = (path: string) => {
    const stats = lstatSync(path);
    hash.update(`${path} ${stats.mode} ${stats.isFile() ? readFileSync(path, 'utf8') : ''}\n`);
    if (stats.isDirectory()) for (const name of readdirSync(path).sort()) visit(join(path, name));
  };
  if (existsSync(folder)) visit(folder);
  return hash.digest('hex');
}
