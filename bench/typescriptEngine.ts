// TypeScript's own language server, started as barely as possible, and the three questions that the bench asks it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { RawEngine } from './rawEngine.ts';

export interface Target {
  readonly file: string;
  readonly name: string;
  // From 1, as agents count.
  readonly line: number;
  readonly column: number;
}

const Locations = z.array(z.object({ uri: z.string(), range: z.object({ start: z.object({ line: z.number(), character: z.number() }) }) }));
const Report = z.object({ items: z.array(z.unknown()) });

export function typescriptProgram(): string {
  const engine = createRequire(import.meta.url).resolve('typescript-engine/package.json');
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const binary = createRequire(engine).resolve(`${platform}/package.json`);
  return join(dirname(binary), 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
}

export class TypescriptEngine implements AsyncDisposable {
  readonly #engine: RawEngine;
  readonly #folder: string;

  private constructor(engine: RawEngine, folder: string) {
    this.#engine = engine;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<TypescriptEngine> {
    // Type acquisition off, as in our own engine: both must do the same work.
    const engine = new RawEngine([typescriptProgram(), '--lsp', '--stdio'], folder, (method, params) =>
      method === 'workspace/configuration'
        ? z
            .object({ items: z.array(z.unknown()) })
            .parse(params)
            .items.map(() => ({ disableAutomaticTypeAcquisition: true, automaticTypeAcquisition: { enabled: false } }))
        : null,
    );
    await engine.initialize(folder, { workspace: { configuration: true }, textDocument: { diagnostic: {} } });
    return new TypescriptEngine(engine, folder);
  }

  async open(file: string): Promise<void> {
    const text = await readFile(join(this.#folder, file), 'utf8');
    this.#engine.notify('textDocument/didOpen', { textDocument: { uri: this.#uri(file), languageId: 'typescript', version: 1, text } });
  }

  // As lines "file:line:column", from 1, sorted: the form in which answers are compared.
  async references(target: Target): Promise<string[]> {
    const found = await this.#engine.request('textDocument/references', {
      textDocument: { uri: this.#uri(target.file) },
      position: { line: target.line - 1, character: target.column - 1 },
      context: { includeDeclaration: true },
    });
    return Locations.parse(found)
      .map(({ uri, range }) => `${this.#path(uri)}:${range.start.line + 1}:${range.start.character + 1}`)
      .sort();
  }

  // How many problems each file has, eight questions in flight.
  async diagnostics(files: readonly string[]): Promise<Map<string, number>> {
    const counts = new Map<string, number>();
    const queue = files.values();
    const worker = async () => {
      for (const file of queue) {
        const report = await this.#engine.request('textDocument/diagnostic', { textDocument: { uri: this.#uri(file) } });
        counts.set(file, Report.parse(report).items.length);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    return counts;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#engine[Symbol.asyncDispose]();
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }

  #path(uri: string): string {
    return fileURLToPath(uri)
      .slice(this.#folder.length + 1)
      .replaceAll('\\', '/');
  }
}
