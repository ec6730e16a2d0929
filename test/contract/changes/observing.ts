// A project on disk in which commands are run and observed.
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { uriOf } from '../../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../../src/hosts/headless/headlessIde.ts';
import type { ChangeSet, ObservedOutcome } from '../../../src/ide/doors/changes.ts';
import type { WholeIde } from '../../../src/ide/optionalDoors.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';

export const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };

export const author = (title: string) => ({ author: 'tester 1.0', tool: 'run_command', title });

export interface Observing extends AsyncDisposable {
  readonly path: string;
  readonly state: string;
  readonly ide: WholeIde;
  git(...args: string[]): Promise<void>;
  commit(): void;
  write(name: string, content: string | Buffer): Promise<void>;
  edit(name: string, from: string, to: string): Promise<ChangeSet>;
  run(title: string, work: () => Promise<unknown>): Promise<ObservedOutcome>;
  undo(id: string | undefined): Promise<ChangeSet>;
  fileLines(change: ChangeSet | undefined): readonly string[];
  readonly uri: (name: string) => string;
}

// `folder` is the project inside of what is a repository after commit().
export async function observing(
  files: Readonly<Record<string, string | Buffer>>,
  { trusted = true, folder = '.', existing }: { trusted?: boolean; folder?: string; existing?: string } = {},
): Promise<Observing> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-observed-')));
  const repository = existing ?? join(base, 'project');
  const path = join(repository, folder);
  const put = async (place: string, content: string | Buffer) => {
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  };
  for (const [name, content] of Object.entries(files)) await put(join(repository, name), content);
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const ide = await openHeadlessIde({ name: 'project', path, uri: uriOf(path), trusted }, { stateFolder: join(base, 'state'), processes, log: silent });
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository, stdio: 'ignore' });
  const uri = (name: string) => uriOf(join(path, name));
  return {
    path,
    state: join(base, 'state'),
    ide,
    uri,
    async git(...args) {
      git(...args);
    },
    commit() {
      git('init', '-q', '-b', 'main');
      git('add', '-A');
      git('commit', '-q', '--allow-empty', '-m', 'all');
    },
    write: (name, content) => put(join(path, name), content),
    async edit(name, from, to) {
      const document = await ide.documents.read(uri(name), signal);
      const start = document.text.indexOf(from);
      const range = { start: document.positionAt(start), end: document.positionAt(start + from.length) };
      const plan = await ide.changes.plan({ operations: [{ kind: 'edit', uri: uri(name), edits: [{ range, newText: to }] }] }, signal);
      return ide.changes.apply(plan, { ...author('edit'), tool: 'edit_file' }, signal);
    },
    async run(title, work) {
      const observation = await ide.changes.observe(author(title), signal);
      await work();
      return observation.end();
    },
    async undo(id = '') {
      const change = await ide.changes.apply(await ide.changes.planUndo(id, signal), { ...author('undo'), tool: 'undo' }, signal);
      await ide.documents.settle(signal);
      return change;
    },
    fileLines: (change) => (change?.files ?? []).map((file) => `${file.kind} ${decodeURIComponent(file.uri.slice(uriOf(path).length + 1))}`),
    async [Symbol.asyncDispose]() {
      await ide.close();
      await processes.endAll();
      await rm(base, { recursive: true, force: true });
    },
  };
}
