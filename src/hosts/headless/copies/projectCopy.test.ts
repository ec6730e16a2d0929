// What a copy of a project holds, and that nothing that is done to it reaches the project.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, readlink, realpath, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Outdated, ProjectCopy, removeAbandonedCopies } from './projectCopy.ts';
import { TooLarge } from './wantedEntries.ts';

const { signal } = new AbortController();
const VERSIONED = { 'tsconfig.json': '{"extends":"../base.json"}', 'packages/core/index.ts': 'export {};\n', 'packages/app/use.ts': 'import "@shop/core";\n' };
const IGNORED = { 'build/generated.ts': 'export {};\n', 'node_modules/library/index.d.ts': 'export {};\n', '.venv/lib/site.py': 'x = 1\n' };
let outer: string;
let project: string;

beforeAll(async () => {
  outer = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-copied-')));
  project = join(outer, 'project');
  const texts = { ...VERSIONED, ...IGNORED, 'build/compile_commands.json': `[{"directory":"${project}"}]` };
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  await mkdir(join(outer, '.git'));
  await writeFile(join(outer, 'base.json'), '{}');
  await mkdir(join(project, 'node_modules/@shop'));
  await symlink('../../packages/core', join(project, 'node_modules/@shop/core'));
});
afterAll(() => rm(outer, { recursive: true, force: true }));

const made = () => ProjectCopy.make(project, Object.keys(VERSIONED), signal);

test('its own files are copied, packages of the workspace lead into the copy, dependencies and what lies around it to where they are', async () => {
  await using copy = await made();
  expect(await readFile(join(copy.root, 'packages/app/use.ts'), 'utf8')).toBe(VERSIONED['packages/app/use.ts']);
  expect(await realpath(join(copy.root, 'node_modules/@shop/core/index.ts'))).toBe(join(copy.root, 'packages/core/index.ts'));
  expect(await realpath(join(copy.root, 'node_modules/library/index.d.ts'))).toBe(join(project, 'node_modules/library/index.d.ts'));
  expect(await realpath(join(copy.root, '../base.json'))).toBe(join(outer, 'base.json'));
  expect(await realpath(join(copy.root, '.venv/lib/site.py'))).toBe(join(project, '.venv/lib/site.py'));
  expect(await readFile(join(copy.root, 'build/compile_commands.json'), 'utf8')).toBe(`[{"directory":"${copy.root}"}]`);
  expect(copy.named(`in ${copy.root}/packages`)).toBe(`in ${project}/packages`);
});

test('what is written, linked and removed in it leaves the project as it is, also in folders that are links', async () => {
  await using copy = await made();
  for (const path of ['packages/core/index.ts', 'build/generated.ts', 'node_modules/library/index.d.ts']) {
    await copy.write(join(project, path), Buffer.from('changed'));
    expect(await readFile(join(copy.root, path), 'utf8')).toBe('changed');
  }
  await copy.remove(join(project, 'packages/app/use.ts'));
  await copy.link(join(project, 'linked.ts'), './packages/core/index.ts');
  expect(await readlink(join(copy.root, 'linked.ts'))).toBe(join(copy.root, 'packages/core/index.ts'));
  expect(existsSync(join(copy.root, 'packages/app'))).toBe(false);
  for (const [path, text] of Object.entries({ ...VERSIONED, ...IGNORED })) expect(await readFile(join(project, path), 'utf8')).toBe(text);
  expect(existsSync(join(project, 'linked.ts'))).toBe(false);
});

test('it is removed after use, and so is what a dead process left behind', async () => {
  const copy = await made();
  const { root } = copy;
  await copy[Symbol.asyncDispose]();
  expect(existsSync(root)).toBe(false);
  const abandoned = join(tmpdir(), 'binnacle-copy-999999999-test');
  await mkdir(abandoned, { recursive: true });
  await using living = await made();
  await removeAbandonedCopies();
  expect(existsSync(abandoned)).toBe(false);
  expect(await readdir(living.root)).toContain('packages');
});

test('it follows the project: files that came, changed, went, and a plan that was only tried', async () => {
  const place = join(outer, 'followed');
  for (const [path, text] of Object.entries({ 'a.ts': 'one', 'src/b.ts': 'two', 'src/c.ts': 'three', 'd.ts': 'four' })) {
    await mkdir(dirname(join(place, path)), { recursive: true });
    await writeFile(join(place, path), text);
  }
  await utimes(join(place, 'a.ts'), 1_000_000, 1_000_000);
  // Looked at later than any step of a file system's clock, so that only the stamps tell which file has changed.
  using _clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10_000);
  await rm(join(outer, '.git'), { recursive: true });
  await using copy = await ProjectCopy.make(place, ['a.ts', 'src/b.ts', 'src/c.ts', 'd.ts'], signal);
  await mkdir(join(outer, '.git'));
  await copy.write(join(place, 'tried/new.ts'), Buffer.from('tried'));
  await copy.write(join(place, 'src/c.ts'), Buffer.from('tried'));
  await copy.remove(join(place, 'src/b.ts'));
  await writeFile(join(place, 'src/c.ts'), 'five');
  await mkdir(join(place, 'more'));
  await writeFile(join(place, 'more/e.ts'), 'six');
  await rm(join(place, 'd.ts'));
  // As long and as old as before: only the time of its inode tells.
  await writeFile(join(place, 'a.ts'), 'eno');
  await utimes(join(place, 'a.ts'), 1_000_000, 1_000_000);
  await copy.follow(['a.ts', 'src/b.ts', 'src/c.ts', 'more/e.ts'], signal);
  const texts = { 'a.ts': 'eno', 'src/b.ts': 'two', 'src/c.ts': 'five', 'more/e.ts': 'six' };
  for (const [path, text] of Object.entries(texts)) expect(await readFile(join(copy.root, path), 'utf8')).toBe(text);
  expect((await readdir(copy.root)).sort()).toEqual(['a.ts', 'more', 'src']);
  await rm(join(place, 'src'), { recursive: true });
  await copy.follow(['a.ts', 'more/e.ts'], signal);
  expect((await readdir(copy.root)).sort()).toEqual(['a.ts', 'more']);
});

test('it does not follow where a link would have to lead elsewhere: another package, another target, a folder that is ignored from now on', async () => {
  const place = join(outer, 'linking');
  const changes: readonly ((root: string) => Promise<readonly string[]>)[] = [
    async (root) => {
      await mkdir(join(root, 'node_modules/second'));
      return ['a/b.ts'];
    },
    async (root) => {
      await rm(join(root, 'linked'));
      await symlink('./other', join(root, 'linked'));
      return ['a/b.ts'];
    },
    async () => [],
  ];
  for (const change of changes) {
    await rm(place, { recursive: true, force: true });
    await mkdir(join(place, 'node_modules/first'), { recursive: true });
    await mkdir(join(place, 'a'));
    await writeFile(join(place, 'a/b.ts'), 'b');
    await symlink('./a', join(place, 'linked'));
    await using copy = await ProjectCopy.make(place, ['a/b.ts'], signal);
    await copy.follow(['a/b.ts'], signal);
    const versioned = await change(place);
    await expect(copy.follow(versioned, signal)).rejects.toThrow(Outdated);
  }
});

test('a project of many files is not copied, in words for an agent', async () => {
  const many = Array.from({ length: 6_000 }, (_, index) => `${index}.ts`);
  await expect(ProjectCopy.make(project, many, signal)).rejects.toThrow(TooLarge);
  await expect(ProjectCopy.make(project, many, signal)).rejects.toThrow('a copy to check it in would have more than 5,000 files (6,000).');
});
