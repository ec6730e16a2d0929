// A rename over two thousand places: what it costs to record and write it, to check it and to undo it, against doing the bare minimum.
import { mkdtemp, open, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import type { Project } from '../../src/ide/ide.ts';
import type { TextEdit, WorkspaceEdit } from '../../src/ide/workspaceEdit.ts';
import { HeadlessChanges } from '../../src/machine/changes/headlessChanges.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { BareEngine, type Target, typescriptStart } from '../bareEngine.ts';
import { type Corpus, openEffect } from '../corpus.ts';
import { type Result, ratioResult } from '../result.ts';
import { spread, timed } from '../statistics.ts';

const ROUNDS = 7;
const CHECKS = 3;
const { signal } = new AbortController();
const silent = { info: () => {}, warn: () => {}, error: () => {} };
const authorship = { author: 'bench', tool: 'rename_symbol', title: 'rename' };

export async function changes(): Promise<Result[]> {
  await using corpus = await openEffect();
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-state-')));
  try {
    const project = { name: 'corpus', path: corpus.folder, uri: uriOf(corpus.folder), trusted: true };
    const rename = await renameOf(corpus, corpus.hot);
    return [...(await writing(project, rename, stateFolder)), await checking(corpus, project, rename, stateFolder)];
  } finally {
    await rm(stateFolder, { recursive: true, force: true });
  }
}

interface Rename {
  readonly edit: WorkspaceEdit;
  readonly files: readonly string[];
  readonly what: string;
}

async function writing(project: Project, { edit, files, what }: Rename, stateFolder: string): Promise<Result[]> {
  const changes = new HeadlessChanges({ project, stateFolder, log: silent });
  const times: Record<'loop' | 'apply' | 'whole' | 'undo', number[]> = { loop: [], apply: [], whole: [], undo: [] };
  for (let round = 0; round < ROUNDS; round++) {
    const texts = await Promise.all(files.map(async (file): Promise<[string, Buffer]> => [join(project.path, file), await readFile(join(project.path, file))]));
    times.loop.push((await timed(() => bareLoop(texts))).ms);
    const planned = await timed(() => changes.plan(edit, signal));
    const applied = await timed(() => changes.apply(planned.value, authorship, signal));
    times.apply.push(applied.ms);
    times.whole.push(planned.ms + applied.ms);
    times.undo.push((await timed(async () => changes.apply(await changes.planUndo(applied.value.id, signal), { ...authorship, tool: 'undo' }, signal))).ms);
  }
  return [
    ratioResult({
      what: `record and write ${what}`,
      floorName: 'write and fsync each',
      floor: spread(times.loop).p50,
      ours: spread(times.apply).p50,
      atMost: 2,
    }),
    ratioResult({
      what: `undo ${what}`,
      floorName: 'plan and apply',
      floor: spread(times.whole).p50,
      ours: spread(times.undo).p50,
      atMost: 1,
      orMore: 10,
    }),
  ];
}

// The engine has checked the files before, as for any edit; the floor has the renamed program loaded and has checked nothing.
async function checking(corpus: Corpus, project: Project, { edit, files, what }: Rename, stateFolder: string): Promise<Result> {
  const ours: number[] = [];
  const floor: number[] = [];
  for (let round = 0; round < CHECKS; round++) {
    const processes = new Processes({ started: () => {}, ended: () => {} });
    const ide = await openHeadlessIde(project, { stateFolder, processes, log: silent });
    const uris = files.map((file) => uriOf(join(project.path, file)));
    const check = () => ide.languages.diagnostics(uris, signal, () => {});
    await check();
    const { id } = await ide.changes.apply(await ide.changes.plan(edit, signal), authorship, signal);
    const { ms } = await timed(async () => {
      await ide.documents.settle(signal);
      return check();
    });
    ours.push(ms);
    await ide.close();
    floor.push(await rawPull(corpus, files));
    const changes = new HeadlessChanges({ project, stateFolder, log: silent });
    await changes.apply(await changes.planUndo(id, signal), authorship, signal);
  }
  return ratioResult({ what: `errors after ${what}`, floorName: 'raw pull', floor: spread(floor).p50, ours: spread(ours).p50, atMost: 1.2 });
}

async function rawPull(corpus: Corpus, files: readonly string[]): Promise<number> {
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(corpus.mid.file);
  await engine.references(corpus.mid);
  return (await timed(() => engine.diagnostics(files))).ms;
}

// What everybody does who writes files and wants them to be there tomorrow.
async function bareLoop(texts: readonly (readonly [string, Buffer])[]): Promise<void> {
  for (const [path, bytes] of texts) {
    const file = await open(path, 'w');
    await file.writeFile(bytes);
    await file.sync();
    await file.close();
  }
}

async function renameOf(corpus: Corpus, target: Target): Promise<Rename> {
  await using engine = await BareEngine.start(corpus.folder, typescriptStart());
  await engine.open(target.file);
  const byFile = new Map<string, TextEdit[]>();
  for (const place of await engine.references(target)) {
    const [, file = '', line = '', column = ''] = /^(.*):(\d+):(\d+)$/.exec(place) ?? [];
    const start = { line: Number(line) - 1, character: Number(column) - 1 };
    const range = { start, end: { ...start, character: start.character + target.name.length } };
    byFile.set(file, [...(byFile.get(file) ?? []), { range, newText: `${target.name}Renamed` }]);
  }
  const operations = [...byFile].map(([file, edits]) => ({ kind: 'edit' as const, uri: uriOf(join(corpus.folder, file)), edits }));
  const edits = operations.reduce((sum, operation) => sum + operation.edits.length, 0);
  return { edit: { operations }, files: [...byFile.keys()], what: `a rename of ${edits} places in ${byFile.size} files` };
}
