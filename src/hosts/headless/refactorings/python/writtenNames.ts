// Texts that name a module of Python by its path: strings that programs import by, and configurations. Nobody knows what each is for, so they are told.
import { isInside, moduleName, packageOf, shownName } from './moduleNames.ts';
import type { ModuleMove } from './moduleUses.ts';
import type { PythonModule } from './pythonModule.ts';
import type { Relocation } from './relocation.ts';

// More of them are no longer read.
const MOST_TOLD = 8;

export async function toldNames(move: ModuleMove, relocation: Relocation, textOf: (uri: string) => Promise<string | undefined>): Promise<readonly string[]> {
  const name = pathOf(move, relocation);
  if (name === undefined) return [];
  const places: string[] = [];
  for (const uri of move.holders) {
    if (places.length > MOST_TOLD) break;
    const lines = /\.pyi?$/.test(uri) ? linesOfStrings(await move.read(uri), name) : linesOf((await textOf(uri)) ?? '', name);
    const file = isInside(uri, move.rootUri) ? decodeURIComponent(uri.slice(move.rootUri.length + 1)) : shownName(uri);
    places.push(...lines.map((line) => `${file}:${line}`));
  }
  if (places.length === 0) return [];
  return [`These write ${name} too, and were left as they are: ${places.slice(0, MOST_TOLD).join(', ')}${places.length > MOST_TOLD ? ' …' : ''}`];
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
