// Which files really import what changes, among many that only say its name: whoever says the same word depends on nothing.
import { posix } from 'node:path';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { ProjectContext } from '../../tool.ts';

export interface Changed {
  // Files, before and after.
  readonly sources: readonly string[];
  // As others name them.
  readonly modules: readonly string[];
  // Names that are declared in them.
  readonly declared: readonly string[];
}

// Modules that export everything of another form chains; longer ones are nobody's.
const LONGEST_CHAIN = 4;
const ECMASCRIPT = /^(?:typescript|javascript)/;
const EXTENSION = /(?:\.d)?\.(?:[cm]?[jt]sx?|json|vue|svelte)$/;
const RELATIVE = /\b(?:from|import|require)\s*\(?\s*["'](\.{1,2}(?:\/[^"'\n]*)?)["']/g;
const RE_EXPORT = /\bexport\b[^;'"]*?\bfrom\s*["'](\.{1,2}(?:\/[^"'\n]*)?)["']/g;

export async function certainDependents(context: ProjectContext, uris: readonly string[], changed: Changed): Promise<readonly string[]> {
  const isEcmascript = (uri: string) => ECMASCRIPT.test(context.ide.languages.languageOf(uri) ?? '');
  const elsewhere = uris.filter((uri) => !isEcmascript(uri));
  const importing = await filesHolding(context, elsewhere, importFrom(changed.modules));
  const naming = await filesHolding(context, elsewhere, importOf(changed.declared));
  return [...new Set([...importing, ...naming, ...(await importersByPath(context, uris.filter(isEcmascript), changed))])];
}

// An import of one of these modules.
function importFrom(modules: readonly string[]): RegExp | undefined {
  if (modules.length === 0) return undefined;
  const any = anyOf(modules);
  return new RegExp(`["'\`/.](?:${any})(?:\\.\\w+)*["'\`>]|^\\s*(?:from|import|export|use|pub use|mod|pub mod|#\\s*include)\\b.*\\b(?:${any})\\b`, 'm');
}

// Which of the files hold it in their text.
async function filesHolding(context: ProjectContext, uris: readonly string[], wanted: RegExp | undefined): Promise<readonly string[]> {
  if (wanted === undefined) return [];
  const found: string[] = [];
  for (const uri of uris) if (wanted.test(await textAt(context, uri))) found.push(uri);
  return found;
}

// An import of one of these names, from wherever.
function importOf(names: readonly string[]): RegExp | undefined {
  return names.length === 0 ? undefined : new RegExp(`^\\s*(?:from|import|use|pub use)\\b.*\\b(?:${anyOf(names)})\\b`, 'm');
}

function anyOf(words: readonly string[]): string {
  return words.map((word) => word.replaceAll(/[^\w]/g, '\\$&')).join('|');
}

// JavaScript says where it imports from: by a path, which leads to the file itself or to one that exports it again, or by the name of a package.
async function importersByPath(context: ProjectContext, uris: readonly string[], { sources, modules }: Changed): Promise<readonly string[]> {
  if (uris.length === 0) return [];
  const wanted = new Set(sources.map(moduleAt));
  const files = new Map((await context.ide.documents.list({}, context.signal)).map(({ uri }) => [moduleAt(uri), uri]));
  const isPackage = modules.length === 0 ? undefined : new RegExp(`["'][^."'\n][^"'\n]*/(?:${anyOf(modules)})(?:\\.\\w+)*["']`);
  const reExports = new Map<string, Promise<boolean>>();
  const leads = (module: string, left: number): Promise<boolean> => {
    if (wanted.has(module)) return Promise.resolve(true);
    const uri = files.get(module);
    if (uri === undefined || left === 0) return Promise.resolve(false);
    const known = reExports.get(module) ?? textAt(context, uri).then((text) => someLead(modulesIn(text, uri, RE_EXPORT), left - 1));
    reExports.set(module, known);
    return known;
  };
  const someLead = async (found: readonly string[], left: number) => {
    for (const module of found) if (await leads(module, left)) return true;
    return false;
  };
  const importers: string[] = [];
  for (const uri of uris) {
    const text = await textAt(context, uri);
    if (isPackage?.test(text) === true || (await someLead(modulesIn(text, uri, RELATIVE), LONGEST_CHAIN))) importers.push(uri);
  }
  return importers;
}

function modulesIn(text: string, uri: string, imports: RegExp): readonly string[] {
  const folder = posix.dirname(decodeURIComponent(uri));
  return [...text.matchAll(imports)].map(([, path = '']) => moduleAt(posix.join(folder, path)));
}

// A file as imports name it: without its extension, and a folder for its index.
function moduleAt(uri: string): string {
  return posix
    .normalize(decodeURIComponent(uri))
    .replace(EXTENSION, '')
    .replace(/\/index$/, '');
}

// Nothing where it cannot be read.
async function textAt({ ide, signal }: ProjectContext, uri: string): Promise<string> {
  try {
    return (await ide.documents.read(uri, signal)).text;
  } catch (error) {
    if (!(error instanceof IdeError) || error.code === 'cancelled') throw error;
    return '';
  }
}
