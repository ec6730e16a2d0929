// basedpyright as the judge of a whole Python project: kept warm with every file open, and once more from nothing where it found something.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { pythonStart } from '../../../bareEngine.ts';
import { RawEngine } from '../../../rawEngine.ts';
import { withoutTypes } from '../../refactorings/checkers.ts';
import type { Repository } from '../../refactorings/repository.ts';
import type { Project } from '../corpora/project.ts';
import { ended } from '../execution.ts';
import type { Judge, Texts } from './judge.ts';

const Asked = z.object({ items: z.array(z.unknown()) });
const Item = z.looseObject({ severity: z.number().optional(), message: z.string(), code: z.union([z.string(), z.number()]).optional() });
const Pulled = z.object({ items: z.array(Item) });
const Report = z.object({
  generalDiagnostics: z.array(z.object({ file: z.string(), severity: z.string(), message: z.string(), rule: z.string().optional() })),
});

const ERROR = 1;
const CREATED = 1;
const CHANGED = 2;
const DELETED = 3;

export class PythonJudge implements Judge {
  readonly #folder: string;
  readonly #repository: Repository;
  readonly #interpreter: string;
  readonly #engine: RawEngine;
  // What the engine has been sent of each file that is open.
  readonly #open = new Map<string, { text: string; version: number }>();

  private constructor(project: Project, repository: Repository, interpreter: string) {
    this.#folder = project.folder;
    this.#repository = repository;
    this.#interpreter = interpreter;
    const { command } = pythonStart();
    const settings = { python: { pythonPath: interpreter }, basedpyright: { disableOrganizeImports: true } };
    this.#engine = new RawEngine(command, project.folder, (method, params) =>
      method === 'workspace/configuration' ? Asked.parse(params).items.map((item) => configured(item, settings)) : null,
    );
  }

  static async start(project: Project, repository: Repository, interpreter: string): Promise<PythonJudge> {
    const judge = new PythonJudge(project, repository, interpreter);
    await judge.#engine.initialize(project.folder, { workspace: { configuration: true, workspaceFolders: true }, textDocument: { diagnostic: {} } });
    for (const file of [...project.sources, ...project.tests]) await judge.#send(file, await readFile(join(project.folder, file), 'utf8'));
    return judge;
  }

  async errors(over?: Texts): Promise<readonly string[]> {
    await this.#follow(over);
    const found: string[] = [];
    for (const file of this.#open.keys()) {
      const { items } = Pulled.parse(await this.#engine.request('textDocument/diagnostic', { textDocument: { uri: this.#uri(file) } }));
      for (const { severity, message, code } of items) if (severity === ERROR) found.push(`${file}: ${code ?? 'syntax'}: ${withoutTypes(message)}`);
    }
    return found;
  }

  async confirmed(): Promise<readonly string[]> {
    const program = join(dirname(createRequire(import.meta.url).resolve('basedpyright/package.json')), 'index.js');
    const { stdout } = await ended([process.execPath, program, '--outputjson', '--level', 'error', '--pythonpath', this.#interpreter], {
      folder: this.#folder,
    });
    return Report.parse(JSON.parse(stdout))
      .generalDiagnostics.filter(({ severity }) => severity === 'error')
      .map(({ file, rule, message }) => `${relative(this.#folder, file).replaceAll('\\', '/')}: ${rule ?? 'syntax'}: ${withoutTypes(message)}`);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#engine[Symbol.asyncDispose]();
  }

  // The engine is sent what differs from what it knows: on disk, or in the texts that lie over it.
  async #follow(over: Texts = new Map()): Promise<void> {
    const touched = new Set([...(await this.#repository.status()).map((line) => line.slice(3)), ...over.keys(), ...this.#open.keys()]);
    for (const file of touched) {
      if (!/\.pyi?$/.test(file)) continue;
      const path = join(this.#folder, file);
      const text = over.has(file) ? over.get(file) : existsSync(path) ? await readFile(path, 'utf8') : undefined;
      await this.#send(file, text);
    }
  }

  async #send(file: string, text: string | undefined): Promise<void> {
    const known = this.#open.get(file);
    if (known?.text === text) return;
    const uri = this.#uri(file);
    const watched = (type: number) => this.#engine.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type }] });
    if (text === undefined) {
      this.#open.delete(file);
      this.#engine.notify('textDocument/didClose', { textDocument: { uri } });
      return watched(DELETED);
    }
    const version = (known?.version ?? 0) + 1;
    this.#open.set(file, { text, version });
    if (known === undefined) {
      watched(CREATED);
      this.#engine.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'python', version, text } });
    } else {
      this.#engine.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
      watched(CHANGED);
    }
  }

  #uri(file: string): string {
    return pathToFileURL(join(this.#folder, file)).href;
  }
}

const Section = z.object({ section: z.string().optional() });

function configured(item: unknown, settings: Record<string, unknown>): unknown {
  const { section } = Section.parse(item);
  return section === undefined ? settings : (settings[section] ?? {});
}
