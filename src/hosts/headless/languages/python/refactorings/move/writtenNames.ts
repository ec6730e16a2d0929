// Texts that name a module of Python by its path: strings that programs import by, and configurations. Nobody knows what each is for, so they are reported.

import type { PythonModule } from '../syntax/pythonModule.ts';
import { isInside, moduleName, packageOf } from './moduleNames.ts';
import type { ModuleMove } from './moduleUses.ts';
import type { Relocation } from './relocation.ts';

// Of more files, and of more lines in one, only the first are reported.
const MOST_REPORTED = 8;

export async function mentionNotes(move: ModuleMove, relocation: Relocation, textOf: (uri: string) => Promise<string | undefined>): Promise<readonly string[]> {
  const name = pathOf(move, relocation);
  if (name === undefined) return [];
  const places: string[] = [];
  for (const uri of move.holders.toSorted()) {
    if (places.length > MOST_REPORTED) break;
    const lines = /\.pyi?$/.test(uri) ? linesOfStrings(await move.read(uri), name) : linesOf((await textOf(uri)) ?? '', name);
    const file = decodeURIComponent(relocation.newPlace(uri).slice(move.rootUri.length + 1));
    if (lines.length > 0) places.push(`${file}:${firstOf(lines, ',')}`);
  }
  return places.length === 0 ? [] : [`These write ${name} too, and were left as they are: ${firstOf(places, ', ')}`];
}

function firstOf(all: readonly (string | number)[], separator: string): string {
  return `${all.slice(0, MOST_REPORTED).join(separator)}${all.length > MOST_REPORTED ? ' …' : ''}`;
}

// One word alone stands in many texts that mean something else.
function pathOf({ from, rootUri }: ModuleMove, { before }: Relocation): string | undefined {
  const place = `${packageOf(from)}/${moduleName(from)}`;
  const roots = [before.rootAbove(place), `${rootUri}/src`, rootUri];
  const names = roots.filter((root) => isInside(place, root)).map((root) => place.slice(root.length + 1).replaceAll('/', '.'));
  return names.find((name) => name.includes('.'));
}

// A string that is a path and nothing else: prose is not imported.
function linesOfStrings(module: PythonModule | undefined, name: string): readonly number[] {
  if (module === undefined) return [];
  return module.tokens
    .filter(({ kind, text }) => kind === 'string' && isPathTo(name, /^[a-zA-Z]*(['"]+)(.*)\1$/s.exec(text)?.[2] ?? ''))
    .map((token) => module.lineOf(token));
}

function isPathTo(name: string, text: string): boolean {
  return text === name || (text.startsWith(name) && /^[.:][\w.:]*$/.test(text.slice(name.length)));
}

function linesOf(text: string, name: string): readonly number[] {
  const written = new RegExp(`(?<![\\w.])${name.replaceAll('.', '\\.')}(?!\\w)`);
  return text.split(/\r\n|\n/).flatMap((line, index) => (written.test(line) ? [index + 1] : []));
}
