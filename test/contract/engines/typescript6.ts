// The built server for TypeScript 6, spoken to as an editor would, beside a bare language service over the same files.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { onTestFinished } from 'vitest';
import type { MessageConnection } from 'vscode-jsonrpc';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { createJsonRpc } from '../../../src/wire/jsonRpc.ts';

const program = fileURLToPath(new URL('../../../dist/typescript6.mjs', import.meta.url));

export class Server {
  readonly root: string;
  readonly pid: number;
  readonly #connection: MessageConnection;

  constructor(root: string, pid: number, connection: MessageConnection) {
    this.root = root;
    this.pid = pid;
    this.#connection = connection;
  }

  uri(path: string): string {
    return uriOf(join(this.root, path));
  }

  ask(method: string, params: object): Promise<unknown> {
    return this.#connection.sendRequest<unknown>(method, params);
  }

  // In the order of the calls, also before what is asked later.
  notify(method: string, params: object): void {
    void this.#connection.sendNotification(method, params);
  }

  async write(path: string, text: string): Promise<void> {
    const known = existsSync(join(this.root, path));
    await writeFile(join(this.root, path), text);
    this.notify('workspace/didChangeWatchedFiles', { changes: [{ uri: this.uri(path), type: known ? 2 : 1 }] });
  }

  async open(path: string): Promise<string> {
    const text = await readFile(join(this.root, path), 'utf8');
    this.notify('textDocument/didOpen', { textDocument: { uri: this.uri(path), languageId: 'typescript', version: 1, text } });
    return text;
  }
}

// Ends with the test.
export async function openServer(files: Readonly<Record<string, string>>, options: { partial: boolean } = { partial: false }): Promise<Server> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-typescript6-')));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const spawned = await processes.spawn({ program: process.execPath, args: [program], cwd: root });
  const connection = createJsonRpc({ input: spawned.stdout, output: spawned.stdin, onTrouble: () => {} });
  connection.listen();
  onTestFinished(async () => {
    connection.dispose();
    await processes.endAll();
    await rm(root, { recursive: true, force: true });
  });
  const server = new Server(root, spawned.pid, connection);
  await server.ask('initialize', { processId: process.pid, rootUri: uriOf(root), capabilities: {}, initializationOptions: options });
  return server;
}

export function positionIn(text: string, offset: number): { line: number; character: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

// TypeScript's own language service on the same folder, with nothing of ours in between.
export function bareService(root: string): ts.LanguageService {
  const path = join(root, 'tsconfig.json');
  const { options, fileNames } = ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, root, undefined, path);
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => fileNames,
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const text = ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    readDirectory: ts.sys.readDirectory,
  });
}
