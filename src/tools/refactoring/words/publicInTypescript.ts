// What an npm package exports through the entries that its package.json names, as far as they lead to sources of the project.
import { posix } from 'node:path';
import { z } from 'zod';
import type { FileOperation, TextEdit } from '../../../ide/workspaceEdit.ts';
import { dottedPath } from '../../../source/paths/pathMove.ts';
import type { ProjectContext } from '../../tool.ts';
import { targetOf } from '../../words/mentions/writtenPaths.ts';
import { perhapsText } from '../../words/optionalFiles.ts';
import { fileOf } from '../../words/place.ts';
import type { Exposed, PublicName } from './publicNames.ts';

const manifest = z.looseObject({ name: z.string().optional(), version: z.string().optional(), private: z.boolean().optional() });

const EXTENSIONS = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs'];
const ENTRY_FIELDS = ['main', 'module', 'types', 'typings', 'browser', 'exports'];
// A package re-exports its modules through fewer files than this.
const MOST_MODULES = 300;

export async function publicInTypescript(context: ProjectContext, { symbol, declared, edit }: Exposed): Promise<PublicName | undefined> {
  const { ide, signal } = context;
  const path = fileOf(ide.project, declared.uri);
  const listed = await ide.documents.list({}, signal);
  const files = new Set(listed.map((file) => file.path));
  const found = await packageOf(context, path, files);
  if (found === undefined) return undefined;
  const edited = edit.operations.map(({ uri }) => fileOf(ide.project, uri));
  const entries = entriesOf(found.folder, found.fields, files, [path, ...edited]);
  const modules = await reExported(context, entries, files);
  const keptIn: string[] = [];
  for (const operation of edit.operations) {
    if (operation.kind !== 'edit' || !modules.has(fileOf(ide.project, operation.uri))) continue;
    const document = await ide.documents.read(operation.uri, signal);
    if (operation.edits.some(({ range }) => isListed(document.text, document.offsetAt(range.start), document.offsetAt(range.end), symbol.name)))
      keptIn.push(operation.uri);
  }
  const { isPublished } = found;
  const [listing] = keptIn;
  const aliasing = await aliasIn(context, { symbol, declared, edit }, modules);
  const isListedThere = aliasing !== undefined && keptIn.includes(aliasing.uri);
  const entry = aliasing === undefined || isListedThere ? listing : aliasing.uri;
  if (entry === undefined) return undefined;
  return { entry, isPublished, keptIn, withAlias: aliasing === undefined || isListedThere ? () => [] : (newName) => [aliasing.operation(newName)] };
}

// For what a public module declares: a second export, in the file through which others find it.
async function aliasIn(
  context: ProjectContext,
  { symbol, declared }: Exposed,
  modules: ReadonlyMap<string, string>,
): Promise<{ readonly uri: string; operation(newName: string): FileOperation } | undefined> {
  const { ide, signal } = context;
  const path = fileOf(ide.project, declared.uri);
  const root = modules.get(path);
  if (root === undefined) return undefined;
  const document = await ide.documents.read(declared.uri, signal);
  const [, statement] = EXPORTING.exec(document.text.slice(0, document.offsetAt(declared.range.start))) ?? [];
  if (statement === undefined) return undefined;
  const type = /\b(?:interface|type)\s+$/.test(statement) ? 'type ' : '';
  const uri = await ide.documents.locate(root);
  const { text } = await ide.documents.read(uri, signal);
  const from = path === root ? '' : ` from '${specifier(text, posix.dirname(root), path)}'`;
  return { uri, operation: (newName) => ({ kind: 'edit', uri, edits: [appended(text, `export ${type}{ ${newName} as ${symbol.name} }${from};`)] }) };
}

// What stands before a name that its own statement exports.
const EXPORTING =
  /(?:^|[\n;}])[ \t]*export\s+((?!default\b)(?:(?:declare|abstract|async|const)\s+)*(?:function\*?|class|const|let|var|enum|interface|type|namespace)\s+)$/;

interface Package {
  readonly folder: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly isPublished: boolean;
}

// The nearest one that has a name; one without only says how its folder is read.
async function packageOf(context: ProjectContext, path: string, files: ReadonlySet<string>): Promise<Package | undefined> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const file = posix.join(folder, 'package.json');
    const text = files.has(file) ? await perhapsText(context, file) : undefined;
    const read = manifest.safeParse(text === undefined ? undefined : parsed(text));
    if (read.success && read.data.name !== undefined)
      return { folder, fields: read.data, isPublished: read.data.private !== true && read.data.version !== undefined };
    if (folder === '.' || folder === '/') return undefined;
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

// A pattern, as in "./*": "./dist/*.js", makes each file an entry that fits it.
function entriesOf(folder: string, fields: Readonly<Record<string, unknown>>, files: ReadonlySet<string>, paths: readonly string[]): readonly string[] {
  const values = ENTRY_FIELDS.flatMap((field) => pathsIn(fields[field])).filter((value) => !value.endsWith('.json'));
  const named = values.filter((value) => !value.includes('*'));
  const patterns = values.filter((value) => value.includes('*')).flatMap((value) => stemsOf(folder, value));
  const fitting = paths.filter((path) => patterns.some((pattern) => fits(path, pattern, folder)));
  const usual = ['src/index', 'index'].map((name) => posix.join(folder, name));
  const sources = named.flatMap((value) => sourceOf(folder, value, files) ?? []);
  const found =
    sources.length > 0
      ? sources
      : usual
          .flatMap((stem) => EXTENSIONS.map((extension) => stem + extension))
          .filter((path) => files.has(path))
          .slice(0, 1);
  return [...new Set([...found, ...fitting])];
}

function fits(path: string, pattern: string, folder: string): boolean {
  const [before = '', after = ''] = pattern.split('*', 2);
  // Not every file of the package.
  if (before === posix.join(folder, '/') || before === '') return false;
  return path.startsWith(before) && path.replace(/\.[cm]?[jt]sx?$/, '').endsWith(after) && !/(?:^|\/)(?:internal|test|tests)\//.test(path.slice(before.length));
}

function pathsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(pathsIn) : [];
}

function sourceOf(folder: string, value: string, files: ReadonlySet<string>): string | undefined {
  return stemsOf(folder, value)
    .flatMap((each) => EXTENSIONS.map((extension) => each + extension))
    .find((path) => files.has(path));
}

// dist/esm/cart.js is built from src/esm/cart.ts, src/cart.ts or cart.ts, whichever there is.
function stemsOf(folder: string, value: string): readonly string[] {
  const stem = posix.normalize(value).replace(/(?:\.d)?\.[cm]?[jt]sx?$/, '');
  const parts = stem.split('/').filter((part) => part !== '.' && part !== '');
  const shorter = parts.flatMap((_, index) => [posix.join(folder, ...parts.slice(index)), posix.join(folder, 'src', ...parts.slice(index))]);
  return [posix.join(folder, stem), ...shorter];
}

// The entries and the modules of which they export everything, each with the file in which an alias reaches the same users: the entry, or the module that
// an entry exports as a namespace.
async function reExported(context: ProjectContext, entries: readonly string[], files: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  const modules = new Map(entries.map((entry) => [entry, entry]));
  for (const [path, root] of modules) {
    if (modules.size > MOST_MODULES) break;
    const text = (await perhapsText(context, path)) ?? '';
    for (const [, namespace, , named = ''] of text.matchAll(/^\s*export\s*\*\s*(as\s+[\w$]+\s*)?from\s*(['"])(\.[^'"\n]*)\2/gm)) {
      const target = targetOf(posix.join(posix.dirname(path), named), files, EXTENSIONS);
      if (target !== undefined && !modules.has(target)) modules.set(target, namespace === undefined ? root : target);
    }
  }
  return modules;
}

// In `export { total }`, but not in `export { total as sum }`, whose name for others is another.
function isListed(text: string, start: number, end: number, name: string): boolean {
  const before = text.slice(Math.max(0, start - 4_000), start);
  return (
    text.slice(start, end) === name &&
    /\bexport\s+(?:type\s+)?\{[^{}]*$/.test(before) &&
    !/\bas\s+$/.test(before) &&
    !/^\s+as\b/.test(text.slice(end, end + 40))
  );
}

// As the entry writes its other paths.
function specifier(text: string, folder: string, path: string): string {
  const [, , extension = ''] = /\bfrom\s*(['"])\.[^'"\n]*?(\.[cm]?[jt]sx?)?\1/.exec(text) ?? [];
  const bare = dottedPath(folder, path).replace(/\.[cm]?[jt]sx?$/, '');
  if (extension === '') return bare.replace(/\/index$/, '');
  return /\.[cm]?tsx?$/.test(extension) ? dottedPath(folder, path) : `${bare}${extension}`;
}

export function appended(text: string, line: string): TextEdit {
  const lines = text.split('\n');
  const end = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  return { range: { start: end, end }, newText: `${text === '' || text.endsWith('\n') ? '' : newline}${line}${newline}` };
}
