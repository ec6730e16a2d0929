// Tests of Rust under a debugger: which program of Cargo's holds them, and what they are called in it.
import { existsSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { readSmallFile } from '../../../../base/files/smallFile.ts';
import { closest } from '../../../../base/text/closest.ts';
import { cannotDebug } from '../../../../ide/errors/debugErrors.ts';
import { testNotFound } from '../../../../ide/errors/testErrors.ts';
import { type CargoPackage, cargoPackage, executablesIn, JSON_MESSAGES } from '../../../configurations/cargo.ts';
import type { DebugContext, DebuggedTest, TestLaunch } from '../../runnerRow.ts';

// Built, and asked for its tests. Throws test_not_found, cannot_debug, or preparation_failed with what the compiler says.
export async function debuggedCargoTest({ path, name }: Pick<DebuggedTest, 'path' | 'name'>, room: DebugContext): Promise<TestLaunch> {
  const file = relative(room.root, path);
  const cargo = packageAround(path, room.root);
  if (cargo === undefined) throw cannotDebug(file, 'there is no Cargo.toml above it', 'Pass a file of a package.');
  const target = targetOf(path, cargo);
  const messages = await room.builds('cargo', ['test', '--no-run', ...target.flags, JSON_MESSAGES], cargo.folder);
  const known: string[] = [];
  for (const program of executablesIn(messages)) {
    const { stdout } = await room.processes.run({ program, args: ['--list', '--format', 'terse'], cwd: cargo.folder }, room.signal);
    const tests = testsIn(stdout);
    const wanted = name === undefined ? tests.filter((test) => isInFile(test, target)) : named(tests, name, target);
    if (wanted.length > 0) return { type: 'lldb', program, args: [...wanted, '--exact', '--nocapture', '--test-threads=1'], cwd: cargo.folder };
    known.push(...tests);
  }
  if (name === undefined || known.length === 0)
    throw cannotDebug(file, 'there is no test in it', 'Pass a test file, or start the runner with start_debug_session.');
  throw testNotFound(name, `of ${file}`, closest(name, known, 3));
}

interface TestTarget {
  readonly flags: readonly string[];
  // The modules that the file is inside of its crate, and those that are in files of their own.
  readonly modules: readonly string[];
  readonly elsewhere: readonly string[];
}

function packageAround(path: string, root: string): CargoPackage | undefined {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = existsSync(join(folder, 'Cargo.toml')) ? cargoPackage(folder) : undefined;
    if (found !== undefined || folder === root || folder === dirname(folder)) return found;
  }
}

function targetOf(path: string, { folder, library, targets }: CargoPackage): TestTarget {
  const elsewhere = [...readSmallFile(path).matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gm)].map(([, module = '']) => module);
  const parts = relative(folder, path).split(sep);
  const own = targets.find((target) => target.path === path);
  if (own !== undefined) return { flags: [`--${own.kind}`, own.name], modules: [], elsewhere };
  if (path === library) return { flags: ['--lib'], modules: [], elsewhere };
  // tests/name.rs, or tests/name/main.rs with whatever is beside it.
  if (parts[0] === 'tests') return { flags: ['--test', basename(parts[1] ?? '', '.rs')], modules: modulesOf(parts.slice(2)), elsewhere };
  const main = targets.find(({ kind, path: file }) => kind === 'bin' && dirname(file) === join(folder, 'src'));
  const flags = library !== undefined ? ['--lib'] : main === undefined ? [] : ['--bin', main.name];
  return { flags, modules: modulesOf(parts.slice(1)), elsewhere };
}

function modulesOf(parts: readonly string[]): string[] {
  return parts.map((part) => basename(part, '.rs')).filter((part, index) => !(index === parts.length - 1 && (part === 'mod' || part === 'main')));
}

function testsIn(listed: string): string[] {
  return [...listed.matchAll(/^(.+): test$/gm)].map(([, name = '']) => name);
}

function isInFile(test: string, { modules, elsewhere }: TestTarget): boolean {
  const parts = test.split('::');
  return modules.every((module, index) => parts[index] === module) && !elsewhere.includes(parts[modules.length] ?? '');
}

// Whole, or by its last parts; in this file rather than in another of the crate.
function named(tests: readonly string[], name: string, target: TestTarget): readonly string[] {
  const wanted = name.split(/::|\s*>\s*/).join('::');
  const found = tests.filter((test) => test === wanted || test.endsWith(`::${wanted}`));
  const inside = found.filter((test) => isInFile(test, target));
  return inside.length > 0 ? inside : found;
}
