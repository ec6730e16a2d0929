// A language server without anything of ours around it but frames, and its answers in the form in which answers are compared.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { deferred } from '../src/base/waiting/deferred.ts';
import { RawEngine } from './rawEngine.ts';

export interface Target {
  readonly file: string;
  readonly name: string;
  // From 1, as agents count.
  readonly line: number;
  readonly column: number;
}

const Position = z.object({ line: z.number(), character: z.number() });
const Range = z.object({ start: Position, end: Position });
const Location = z.object({ uri: z.string(), range: Range });
const Link = z.object({ targetUri: z.string(), targetSelectionRange: Range });
const Locations = z.union([z.array(z.union([Location, Link])), Location, z.null()]);
const Symbols = z.array(z.object({ name: z.string(), location: Location })).nullable();
const Report = z.object({ items: z.array(z.unknown()) });
const Asked = z.object({ items: z.array(z.unknown()) });
const Logged = z.object({ message: z.string() });

// How an engine is started, and what it is sent when it asks for settings.
export interface Start {
  readonly language: string;
  readonly command: readonly string[];
  readonly settings: Record<string, unknown>;
  // What it logs once it knows which files there are; an engine without it answers only when it knows.
  readonly ready?: RegExp;
}

// Type acquisition off, as in our own engine: both must do the same work.
export const typescriptStart = (): Start => ({
  language: 'typescript',
  command: [typescriptProgram(), '--lsp', '--stdio'],
  settings: { disableAutomaticTypeAcquisition: true, automaticTypeAcquisition: { enabled: false } },
});

export const pythonStart = (): Start => ({
  language: 'python',
  command: [process.execPath, join(dirname(createRequire(import.meta.url).resolve('basedpyright/package.json')), 'langserver.index.js'), '--stdio'],
  settings: {},
  ready: /^Found \d+ source files?$/,
});

export function typescriptProgram(): string {
  const engine = createRequire(import.meta.url).resolve('typescript-engine/package.json');
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const binary = createRequire(engine).resolve(`${platform}/package.json`);
  return join(dirname(binary), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
}

export class BareEngine implements AsyncDisposable {
  readonly #engine: RawEngine;
  readonly #folder: string;
  readonly #language: string;
  readonly #opened = new Set<string>();
  // Resolves once it knows the files of the project.
  readonly ready: Promise<void>;

  private constructor(folder: string, { language, command, settings, ready }: Start) {
    const known = deferred<void>();
    if (ready === undefined) known.resolve();
    this.#folder = folder;
    this.#language = language;
    this.ready = known.promise;
    this.#engine = new RawEngine(
      command,
      folder,
      (method, params) => (method === 'workspace/configuration' ? Asked.parse(params).items.map(() => settings) : null),
      (method, params) => {
        if (method === 'window/logMessage' && ready?.test(Logged.parse(params).message.trim())) known.resolve();
      },
    );
  }

  static async start(folder: string, how: Start): Promise<BareEngine> {
    const engine = new BareEngine(folder, how);
    await engine.#engine.initialize(folder, {
      workspace: { configuration: true, workspaceFolders: true },
      textDocument: { diagnostic: {}, documentSymbol: { hierarchicalDocumentSymbolSupport: true } },
    });
    return engine;
  }

  get pid(): number {
    return this.#engine.pid;
  }

  async open(file: string): Promise<void> {
    if (this.#opened.has(file)) return;
    this.#opened.add(file);
    const text = await readFile(join(this.#folder, file), 'utf8');
    this.#engine.notify('textDocument/didOpen', { textDocument: { uri: this.uri(file), languageId: this.#language, version: 1, text } });
  }

  // Another text in a file that is open.
  change(file: string, version: number, text: string): void {
    this.#engine.notify('textDocument/didChange', { textDocument: { uri: this.uri(file), version }, contentChanges: [{ text }] });
  }

  references(target: Target): Promise<string[]> {
    return this.#places('textDocument/references', target, { context: { includeDeclaration: true } });
  }

  definition(target: Target): Promise<string[]> {
    return this.#places('textDocument/definition', target);
  }

  implementations(target: Target): Promise<string[]> {
    return this.#places('textDocument/implementation', target);
  }

  // How many symbols it returned in all, and those of the project, each once.
  async symbols(query: string): Promise<{ returned: number; places: string[] }> {
    const found = Symbols.parse(await this.request('workspace/symbol', { query })) ?? [];
    const places = found.map(({ name, location: { uri, range } }) => `${name} ${this.#place(uri, range)}`);
    return { returned: found.length, places: [...new Set(places)].sort() };
  }

  // How many problems each file has, eight questions in flight.
  async diagnostics(files: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const queue = files.values();
    const worker = async () => {
      for (const file of queue) {
        const report = await this.request('textDocument/diagnostic', { textDocument: { uri: this.uri(file) } });
        counts.set(file, Report.parse(report).items.length);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return counts;
  }

  request(method: string, params: unknown): Promise<unknown> {
    return this.#engine.request(method, params);
  }

  at({ file, line, column }: Target): { textDocument: { uri: string }; position: { line: number; character: number } } {
    return { textDocument: { uri: this.uri(file) }, position: { line: line - 1, character: column - 1 } };
  }

  uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#engine[Symbol.asyncDispose]();
  }

  // As lines "file:line:column", from 1, sorted; what lies outside the project is an absolute path.
  async #places(method: string, target: Target, more: Record<string, unknown> = {}): Promise<string[]> {
    const found = Locations.parse(await this.request(method, { ...this.at(target), ...more }));
    const list = found === null ? [] : Array.isArray(found) ? found : [found];
    const places = list.map((each) => ('targetUri' in each ? this.#place(each.targetUri, each.targetSelectionRange) : this.#place(each.uri, each.range)));
    return [...new Set(places)].sort();
  }

  #place(uri: string, { start }: z.infer<typeof Range>): string {
    const path = uri.startsWith('file:') ? fileURLToPath(uri) : uri;
    const file = path.startsWith(`${this.#folder}/`) || path.startsWith(`${this.#folder}\\`) ? path.slice(this.#folder.length + 1) : path;
    return `${file.replaceAll('\\', '/')}:${start.line + 1}:${start.character + 1}`;
  }
}
