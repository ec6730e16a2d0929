// basedpyright, started as barely as possible, and the one question that the bench asks it.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { z } from 'zod';
import { RawEngine } from './rawEngine.ts';
import type { Target } from './typescriptEngine.ts';

const Locations = z.array(z.object({ uri: z.string(), range: z.object({ start: z.object({ line: z.number(), character: z.number() }) }) }));

export class PythonEngine implements AsyncDisposable {
  readonly #engine: RawEngine;
  readonly #folder: string;

  private constructor(engine: RawEngine, folder: string) {
    this.#engine = engine;
    this.#folder = folder;
  }

  static async start(folder: string): Promise<PythonEngine> {
    const program = join(dirname(createRequire(import.meta.url).resolve('basedpyright/package.json')), 'langserver.index.js');
    const engine = new RawEngine([process.execPath, program, '--stdio'], folder, (method, params) =>
      method === 'workspace/configuration'
        ? z
            .object({ items: z.array(z.unknown()) })
            .parse(params)
            .items.map(() => ({}))
        : null,
    );
    await engine.initialize(folder, { workspace: { configuration: true, workspaceFolders: true } });
    return new PythonEngine(engine, folder);
  }

  async open(file: string): Promise<void> {
    const text = await readFile(join(this.#folder, file), 'utf8');
    this.#engine.notify('textDocument/didOpen', {
      textDocument: { uri: pathToFileURL(join(this.#folder, file)).href, languageId: 'python', version: 1, text },
    });
  }

  async references(target: Target): Promise<string[]> {
    const found = await this.#engine.request('textDocument/references', {
      textDocument: { uri: pathToFileURL(join(this.#folder, target.file)).href },
      position: { line: target.line - 1, character: target.column - 1 },
      context: { includeDeclaration: true },
    });
    return Locations.parse(found)
      .map(
        ({ uri, range }) =>
          `${fileURLToPath(uri)
            .slice(this.#folder.length + 1)
            .replaceAll('\\', '/')}:${range.start.line + 1}:${range.start.character + 1}`,
      )
      .sort();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#engine[Symbol.asyncDispose]();
  }
}
