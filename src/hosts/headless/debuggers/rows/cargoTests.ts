// Tests of Rust: which program of Cargo's holds them, and what they are called in it.
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { closest } from '../../../../base/closest.ts';
import { type CargoPackage, cargoPackage, executablesIn, JSON_MESSAGES } from '../../configurations/cargo.ts';
import type { AdapterPlace, WantedTest } from '../adapterRow.ts';

export interface BuiltTests {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

// Built, and asked for its tests; a text where there is no such test. Throws preparation_failed with what the compiler says.
export async function cargoTest({ path, name }: WantedTest, place: AdapterPlace): Promise<BuiltTests | string> {
  const cargo = packageAround(path, place.root);
  if (cargo === undefined) return 'there is no Cargo.toml above it';
  const target = targetOf(path, cargo);
  const messages = await place.builds('cargo', ['test', '--no-run', ...target.flags, JSON_MESSAGES], cargo.folder);
  const known: string[] = [];
  for (const program of executablesIn(messages)) {
    const tests = testsIn((await place.runs(program, ['--list', '--format', 'terse'], place.signal)) ?? '');
    const wanted = name === undefined ? tests.filter((test) => isInFile(test, target)) : named(tests, name, target);
    if (wanted.length > 0) return { path: program, args: [...wanted, '--exact', '--nocapture', '--test-threads=1'], cwd: cargo.folder };
    known.push(...tests);
  }
  if (name === undefined || known.length === 0) return 'there is no test in it';
  const near = closest(name, known, 3);
  return `there is no test ${name}${near.length > 0 ? `; there are ${near.join(', ')}` : ''}`;
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
  const elsewhere = [...readFileSync(path, 'utf8').matchAll(/^\s*(?:pub(?:\([^)]*\))?\s+)?mod\s+(\w+)\s*;/gm)].map(([, module = '']) => module);
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
