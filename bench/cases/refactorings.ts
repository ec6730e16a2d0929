// A function extracted in the largest file of the corpus, against TypeScript 6 itself; what its process holds, and that it goes when nobody asks.
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import ts from 'typescript';
import { uriOf } from '../../src/base/files/fileUri.ts';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { type Home, temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { type Corpus, openEffect } from '../corpus.ts';
import { descendants, memoryMb, startDaemon } from '../daemon.ts';
import { limitResult, type Result, ratioResult, tails } from '../result.ts';
import { sideBySide, spread, timed } from '../statistics.ts';

const ROUNDS = 25;
const LONGEST = seconds(60);
const WHOLE_CALLS = 7;
const FILE = 'src/Schema.ts';
const EXPRESSION = 'bigDecimal_.format(max)';
// With what one file imports TypeScript 6 took 386 MB of 1.5 million lines and 384 MB here, before there was anything of ours around it.
const MOST_MB = 450;
const HIBERNATE_MINUTES = 0.5;
const LONGEST_REST = minutes(2);
const WORKER = /typescript6\.mjs/;

export async function refactorings(): Promise<Result[]> {
  await using corpus = await openEffect();
  const selection = await selectionIn(corpus);
  await using home = await temporaryHome();
  await writeSettings(home);
  await using daemon = await startDaemon(home.environment, corpus.folder);
  await using agent = await Agent.connectToAll(home.environment, corpus.folder);
  const whole: number[] = [];
  for (let call = 0; call <= WHOLE_CALLS; call++) {
    const { ms } = await timed(() => agent.call('extract_function', { file: FILE, ...selection.asked, name: 'formattedLimit', preview: true }));
    // The first one loads the engines.
    if (call > 0) whole.push(ms);
  }
  const held = await workersOf(daemon.pid);
  const mb = (await Promise.all(held.map((pid) => memoryMb(pid)))).reduce<number>((sum, each) => sum + (each ?? 0), 0);
  const extracted = await extraction(corpus, selection, `the whole call, with the errors before and after it: ${Math.round(spread(whole).p50)} ms`);
  return [
    extracted,
    limitResult({ what: 'TypeScript 6 beside 7, after extract_function', ours: mb, unit: 'MB', atMost: MOST_MB, note: `${held.length} process` }),
    {
      what: 'TypeScript 6 when nobody asks',
      ours: await leftAfterRest(daemon.pid),
      unit: 'processes',
      bar: '0',
      met: (await workersOf(daemon.pid)).length === 0,
    },
  ];
}

interface Selection {
  readonly span: ts.TextRange;
  // As agents count.
  readonly asked: { readonly start_line: number; readonly start_column: number; readonly end_line: number; readonly end_column: number };
}

// The edit alone: what the port needs for it, and what TypeScript does when it is asked directly.
async function extraction(corpus: Corpus, { span, asked }: Selection, note: string): Promise<Result> {
  const stateFolder = await realpath(await mkdtemp(join(tmpdir(), 'binnacle-bench-state-')));
  const { signal } = new AbortController();
  const silent = { info: () => {}, warn: () => {}, error: () => {} };
  const project = { name: 'corpus', path: corpus.folder, uri: uriOf(corpus.folder), trusted: true };
  const ide = await openHeadlessIde(project, { stateFolder, processes: new Processes({ started: () => {}, ended: () => {} }), log: silent });
  try {
    const start = { line: asked.start_line - 1, character: asked.start_column - 1 };
    const range = { start, end: { line: asked.end_line - 1, character: asked.end_column - 1 } };
    const uri = uriOf(join(corpus.folder, FILE));
    const ours = () => ide.languages.refactor({ kind: 'extractFunction', uri, range, name: 'formattedLimit' }, signal);
    const raw = rawExtraction(corpus.folder, span);
    // Once each, so that both are warm.
    await raw();
    await ours();
    const measured = await sideBySide(ROUNDS, raw, ours, LONGEST);
    const what = `warm extract_function in ${FILE}`;
    const [floor, own] = [measured.floor.p50, measured.ours.p50];
    return ratioResult({ what, floorName: 'raw TypeScript 6', floor, ours: own, atMost: 1.2, note: `${tails(measured.floor, measured.ours)}; ${note}` });
  } finally {
    await ide.close();
    await rm(stateFolder, { recursive: true, force: true });
  }
}

// The language service in this process with the file and what it imports, asked what can be extracted and then for the edit.
function rawExtraction(folder: string, span: ts.TextRange): () => Promise<unknown> {
  const path = join(folder, FILE);
  const { config } = ts.readConfigFile(join(folder, 'tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, folder);
  const texts = new Map<string, ts.IScriptSnapshot | undefined>();
  const snapshotOf = (file: string): ts.IScriptSnapshot | undefined => {
    const text = ts.sys.readFile(file);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  };
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getProjectVersion: () => '1',
    getScriptVersion: () => '1',
    getScriptSnapshot: (file) => {
      if (!texts.has(file)) texts.set(file, snapshotOf(file));
      return texts.get(file);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const format = ts.getDefaultFormatCodeSettings('\n');
  return async () => {
    const offered = service.getApplicableRefactors(path, span, {}, 'invoked', 'refactor.extract.function');
    const [refactoring] = offered;
    const action = refactoring?.actions.at(-1);
    const found = service.getEditsForRefactor(path, format, span, refactoring?.name ?? '', action?.name ?? '', {});
    if (found === undefined || found.edits.length === 0) throw new Error('TypeScript 6 extracts nothing here');
    return found;
  };
}

async function selectionIn(corpus: Corpus): Promise<Selection> {
  const text = await readFile(join(corpus.folder, FILE), 'utf8');
  const pos = text.indexOf(EXPRESSION);
  if (pos < 0) throw new Error(`${FILE} has no ${EXPRESSION}`);
  const line = text.slice(0, pos).split('\n').length;
  const column = pos - text.lastIndexOf('\n', pos);
  return {
    span: { pos, end: pos + EXPRESSION.length },
    asked: { start_line: line, start_column: column, end_line: line, end_column: column + EXPRESSION.length },
  };
}

async function writeSettings(home: Home): Promise<void> {
  const folder = join(home.environment['XDG_CONFIG_HOME'] ?? home.folder, 'binnacle');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'settings.json'), JSON.stringify({ hibernateMinutes: HIBERNATE_MINUTES }));
}

async function workersOf(daemon: number): Promise<readonly number[]> {
  return (await descendants(daemon)).filter(({ command }) => WORKER.test(command)).map(({ pid }) => pid);
}

async function leftAfterRest(daemon: number): Promise<number> {
  const deadline = Date.now() + LONGEST_REST;
  while ((await workersOf(daemon)).length > 0 && Date.now() < deadline) await sleep(seconds(1));
  return (await workersOf(daemon)).length;
}
