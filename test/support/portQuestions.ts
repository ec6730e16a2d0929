// Every member of the port as a question, asked of an IDE that answers from fixture text, and its answer without what is each IDE's own.
import type { Authorship } from '../../src/ide/doors/changes.ts';
import type { DebugSession } from '../../src/ide/doors/debugging.ts';
import { IdeError, notPermitted } from '../../src/ide/errors/errors.ts';
import type { WholeIde } from '../../src/ide/optionalDoors.ts';
import { TextSnapshot } from '../../src/ide/text.ts';

export const SOURCE = `
// @file a.ts
export function total(first: number) { return first; }
export class Cart { add() { return total(1); } }
// @file b.ts
import { total } from './a.ts';
const sum = total(2);
cart.wrong();
//   ^^^^^ error: there is no wrong
// @file c.ts unsaved
const typed = 'äöü 🙂';
// @file shop.run
let a = 1
print a
let b = 2
print b
// @file a.spec
suite cart
pass adds
fail sums: expected 3 but got 4
// @file slow.spec
hang forever
// @file a.covered
covered changed
uncovered
`;

export const script = { commands: { build: { stdout: 'one\ntwo\n', stderr: 'three\n', exitCode: 3 }, serve: { stdout: 'ready\n' } } };
export const signal = new AbortController().signal;
export const authorship: Authorship = { author: 'test', tool: 'test', title: 'a change' };
const at = (file: string, line: number, character: number) => ({ uri: `file:///fixture/${file}`, position: { line, character } });
export const A = 'file:///fixture/a.ts';
export const total = at('a.ts', 0, 18);
const start = { line: 0, character: 0 };
export const edit = (newText: string) => ({ operations: [{ kind: 'edit' as const, uri: A, edits: [{ range: { start, end: start }, newText }] }] });
const permit = async () => {};
const wantedTests = (kind: 'all' | 'failed' | 'affected', name?: string) => ({
  which: { kind },
  name,
  runner: undefined,
  coverage: false,
  author: 'claude-code',
  permit,
});
export const program = (owner?: string) => ({
  target: { kind: 'program' as const, uri: 'file:///fixture/shop.run', args: [], environment: {} },
  owner,
  stopOnEntry: true,
  permit,
  hosts: { refusal: () => undefined, isOurs: () => false },
});
const line = (number: number) => ({ kind: 'line' as const, uri: 'file:///fixture/shop.run', line: number, enabled: true, temporary: false });
const only = (ide: WholeIde): DebugSession | undefined => ide.debugging.sessions().at(-1);

// Every row is asked of both. Those that ask something of a handle find it first.
export const QUESTIONS: Readonly<Record<string, (ide: WholeIde) => unknown>> = {
  'documents.scratch': (ide) => ide.documents.scratch,
  'documents.settle': async (ide) => typeof (await ide.documents.settle(signal)).knownUntil,
  'documents.read': (ide) => ide.documents.read(A, signal),
  'documents.read unsaved': async (ide) => (await ide.documents.read('file:///fixture/c.ts', signal)).unsaved,
  'documents.read missing': (ide) => ide.documents.read('file:///fixture/none.ts', signal),
  'documents.readBytes': (ide) => ide.documents.readBytes('file:///fixture/c.ts', 1000, signal),
  'documents.locate': (ide) => ide.documents.locate('a.ts'),
  'documents.locate outside': (ide) => ide.documents.locate('/elsewhere/a.ts'),
  'documents.list': (ide) => ide.documents.list({ include: ['*.ts'] }, signal),
  'documents.filesWithWord': (ide) => ide.documents.filesWithWord('total', signal),
  'languages.definition': (ide) => ide.languages.definition(at('b.ts', 1, 14), signal),
  'languages.typeDefinition': (ide) => ide.languages.typeDefinition(total, signal),
  'languages.references': (ide) => ide.languages.references(total, { includeDeclaration: true }, signal),
  'languages.implementations': (ide) => ide.languages.implementations(total, signal),
  'languages.calls': (ide) => ide.languages.calls(total, 'callers', signal),
  'languages.calls of nothing': (ide) => ide.languages.calls(at('c.ts', 0, 0), 'callees', signal),
  'languages.types': (ide) => ide.languages.types(at('a.ts', 1, 14), 'up', signal),
  'languages.hover': (ide) => ide.languages.hover(total, signal),
  'languages.outline': (ide) => ide.languages.outline(A, signal),
  'languages.symbols': (ide) => ide.languages.symbols('Cart', signal, { language: 'typescript' }),
  'languages.completions': (ide) => ide.languages.completions(at('b.ts', 1, 14), signal),
  'languages.completionDetails': async (ide) => {
    const { value } = await ide.languages.completions(at('b.ts', 1, 14), signal);
    return ide.languages.completionDetails(value.slice(0, 3), at('b.ts', 1, 14), signal);
  },
  'languages.quickFixes': (ide) => ide.languages.quickFixes('file:///fixture/b.ts', undefined, signal, new Map([[A, 'const planned = 1;']])),
  'languages.rename': (ide) => ide.languages.rename(total, 'sumOf', signal),
  'languages.moveFiles': (ide) => ide.languages.moveFiles({ from: A, to: 'file:///fixture/d.ts' }, [A], signal),
  'languages.refactor': (ide) => ide.languages.refactor({ kind: 'inline', ...total }, signal),
  'languages.diagnostics': async (ide) => {
    const said: unknown[] = [];
    const answer = await ide.languages.diagnostics([A, 'file:///fixture/b.ts'], signal, (...words) => said.push(words));
    return { answer, said };
  },
  'languages.check': (ide) => ide.languages.check({ uris: [A], linted: [A], texts: new Map([[A, 'const planned = 1;']]) }, signal, () => {}),
  'languages.diagnosable': (ide) => ide.languages.diagnosable([A, 'file:///fixture/a.spec']),
  'languages.languageOf': (ide) => ide.languages.languageOf(A),
  'languages.status': (ide) => ide.languages.status(),
  'languages.restart': (ide) => ide.languages.restart?.('typescript', signal),
  'search.text': (ide) => ide.search.text({ pattern: 'total', literal: true, ignoreCase: false, wholeWord: true, files: {} }, signal),
  'search.structure': (ide) => ide.search.structure({ pattern: 'total($A)', language: 'typescript', files: {} }, signal),
  'search.syntaxErrors': (ide) => ide.search.syntaxErrors([{ uri: A, text: 'function (' }], signal),
  'git.status': (ide) => ide.git.status({ paths: [], ignored: false, eachUntracked: false }, signal),
  'git.branches': (ide) => ide.git.branches({ remote: false }, signal),
  'git.stashes': (ide) => ide.git.stashes(signal),
  'changes.plan': (ide) => ide.changes.plan(edit('// one\n'), signal),
  'changes.plan of nothing': (ide) => ide.changes.plan({ operations: [{ kind: 'delete', uri: 'file:///fixture/none.ts', ifMissing: 'fail' }] }, signal),
  'changes.apply': async (ide) => ide.changes.apply(await ide.changes.plan(edit('// two\n'), signal), authorship, signal),
  'changes.planUndo': async (ide) => ide.changes.planUndo((await ide.changes.list(signal))[0]?.id ?? 'none', signal),
  'changes.undo': async (ide) => {
    const newest = (await ide.changes.list(signal))[0]?.id ?? 'none';
    return ide.changes.apply(await ide.changes.planUndo(newest, signal), authorship, signal);
  },
  'changes.planUndoUntil': (ide) => ide.changes.planUndoUntil({ at: '2020-01-01T00:00:00Z' }, signal),
  'changes.list': (ide) => ide.changes.list(signal),
  'changes.read': async (ide) => ide.changes.read((await ide.changes.list(signal))[0]?.id ?? 'none', signal),
  'changes.keepEvidence': async (ide) =>
    ide.changes.keepEvidence((await ide.changes.list(signal))[0]?.id ?? 'none', { kind: 'errors', verdict: 'good', summary: 'none', time: 'now' }),
  'changes.observe': async (ide) => (await ide.changes.observe(authorship, signal)).end(),
  'formatting.format': (ide) => ide.formatting.format(A, undefined, signal),
  'formatting.organizeImports': (ide) => ide.formatting.organizeImports('file:///fixture/b.ts', signal),
  'running.configurations': (ide) => ide.running.configurations(signal),
  'running.resolve': (ide) => ide.running.resolve('shop.run', { file: undefined, args: [] }, signal),
  'running.resolve none': (ide) => ide.running.resolve('none.run', { file: undefined, args: [] }, signal),
  'running.start': async (ide) => {
    const run = await ide.running.start({ title: 'build', command: { line: 'build' }, owner: 'agent' }, signal);
    return { end: await run.ended, state: run.state, output: run.output.since(1), next: run.output.next, id: run.id, wanted: run.wanted };
  },
  'running.start of nothing': (ide) => ide.running.start({ title: 'none', command: { line: 'none' }, owner: undefined }, signal),
  'running.end': async (ide) => {
    const run = await ide.running.start({ title: 'serve', command: { line: 'serve' }, owner: 'agent' }, signal);
    const before = run.state;
    await run.end();
    await run.ended;
    return { before, after: run.state.state };
  },
  'running.runs': (ide) => ide.running.runs().map(({ id, title, owner, configuration, processId }) => ({ id, title, owner, configuration, processId })),
  'terminals.open': async (ide) => {
    const terminal = await ide.terminals.open({ title: 'one', columns: 40, rows: 5, owner: 'agent' }, authorship, signal);
    await terminal.type('hello\n', [], authorship, signal);
    await terminal.input('half', authorship, signal);
    const { typed, state, id, columns } = terminal;
    return {
      typed,
      state,
      id,
      columns,
      screen: await terminal.screen(),
      lines: await terminal.lines(undefined, 10),
      is: await terminal.settled({ milliseconds: 1 }, signal),
    };
  },
  'terminals.attach': async (ide) => {
    const terminal = ide.terminals.list().at(-1);
    const heard: string[] = [];
    using attached = await terminal?.attach((text) => heard.push(text));
    await terminal?.input('more\n', authorship, signal);
    return { image: attached?.image, columns: attached?.columns, heard };
  },
  'terminals.close': async (ide) => {
    const terminal = ide.terminals.list().at(-1);
    await terminal?.close();
    return { state: terminal?.state, changed: await terminal?.changed() };
  },
  'terminals.list': (ide) => ide.terminals.list().map(({ id, title, state, typed, rows }) => ({ id, title, state, typed, rows })),
  'terminals.shells': (ide) => ide.terminals.shells(),
  'testing.list': (ide) => ide.testing.list({ uris: [], runner: undefined, permit }, signal, () => {}),
  'testing.list refused': (ide) =>
    ide.testing.list(
      { uris: [], runner: undefined, permit: () => Promise.reject(notPermitted('list_tests', 'a person said no', 'Ask them.')) },
      signal,
      () => {},
    ),
  'testing.start': async (ide) => {
    const run = await ide.testing.start(wantedTests('all', 'cart'), signal);
    return { record: run.record, ended: await run.ended(1, signal) };
  },
  'testing.stop': async (ide) => {
    const run = await ide.testing.start(wantedTests('all'), signal);
    const before = run.record.state;
    await run.stop();
    return { before, after: run.record.state };
  },
  'testing.runs': (ide) => ide.testing.runs().map(({ record }) => record),
  'testing.results': (ide) => ide.testing.results(),
  'testing.coverage': (ide) => ide.testing.coverage(undefined, signal),
  'debugging.evaluation': (ide) => ide.debugging.evaluation,
  'debugging.breakpoints.set': (ide) => ide.debugging.breakpoints.set(line(2), signal),
  'debugging.breakpoints.list': (ide) => ide.debugging.breakpoints.list(signal),
  'debugging.breakpoints.remove': (ide) => ide.debugging.breakpoints.remove('none', signal),
  'debugging.watches': async (ide) => [await ide.debugging.watches.add('a', signal), await ide.debugging.watches.list(signal)],
  'debugging.watches.remove': (ide) => ide.debugging.watches.remove('none', signal),
  'debugging.start': async (ide) => {
    const [session] = await ide.debugging.start(program('agent'), signal);
    await session?.halted(1000, signal);
    return described(session);
  },
  'debugging.step': async (ide) => {
    const session = only(ide);
    await session?.proceed('over', undefined, signal);
    await session?.halted(1000, signal);
    return described(session);
  },
  'debugging.look': async (ide) => {
    const session = only(ide);
    const threads = await session?.threads(signal);
    const frames = await session?.frames(threads?.[0]?.id ?? 1, 5, signal);
    const scopes = await session?.scopes(frames?.frames[0]?.id ?? 0, signal);
    const values = await session?.children(scopes?.[0]?.reference ?? 0, { start: 0, count: 10 }, signal);
    return { threads, frames, scopes, values, news: session?.news(), outdated: session?.isOutdated(A) };
  },
  'debugging.evaluate': (ide) => only(ide)?.evaluate('a', undefined, signal),
  'debugging.evaluate nothing': (ide) => only(ide)?.evaluate('nothing at all', undefined, signal),
  'debugging.selectFrame': (ide) => {
    const session = only(ide);
    session?.selectFrame(0);
    return session?.selectedFrame;
  },
  'debugging.lastMove': (ide) => {
    const session = only(ide);
    if (session !== undefined) session.lastMove = { by: 'test', did: 'over', time: 'now' };
    return session?.lastMove;
  },
  'debugging.writeInput': (ide) => only(ide)?.writeInput('text', signal),
  'debugging.end': async (ide) => {
    const session = only(ide);
    await session?.end();
    return described(session);
  },
  'debugging.sessions': (ide) => ide.debugging.sessions().map(({ id, name, owner, adapter }) => ({ id, name, owner, adapter })),
  'editor.open': (ide) => ide.editor.open(A, { selection: { start, end: { line: 0, character: 6 } } }, signal),
  'editor.open none': (ide) => ide.editor.open('file:///fixture/none.ts', {}, signal),
  'editor.settle': (ide) => ide.editor.settle(signal),
  'editor.write': async (ide) => (await ide.editor.open(A, {}, signal)) && ide.editor.write(A, { text: 'typed 🙂\n' }, signal),
  'editor.select': (ide) => ide.editor.select('file:///fixture/b.ts', { start, end: start }, signal),
  'editor.tabs': async (ide) => {
    await ide.editor.settle(signal);
    return {
      tabs: ide.editor.tabs(),
      active: ide.editor.selected(),
      of: ide.editor.selected(A),
      latest: ide.editor.latestSelection(),
      unsaved: ide.editor.unsaved(A),
    };
  },
  'editor.close': (ide) => ide.editor.close(A, 'keep'),
  'editor.close discarding': async (ide) => {
    const closed = await ide.editor.close(A, 'discard');
    await ide.editor.settle(signal);
    return { closed, tabs: ide.editor.tabs().length };
  },
  'editor.discard': async (ide) => {
    ide.editor.discard(A);
    await ide.editor.settle(signal);
    return ide.editor.unsaved(A);
  },
};

function described(session: DebugSession | undefined): unknown {
  if (session === undefined) return undefined;
  const { id, name, adapter, configuration, parent, owner, processId, state, selectedFrame, unplaced, output } = session;
  return {
    id,
    name,
    adapter,
    configuration,
    parent,
    owner,
    processId,
    state: { ...state, stop: undefined },
    selectedFrame,
    unplaced,
    output: output.since(1),
    next: output.next,
  };
}

// Ids of changes and times are each IDE's own.
export async function outcomeOf(ide: WholeIde, question: string): Promise<unknown> {
  try {
    return { value: plain(await QUESTIONS[question]?.(ide)) };
  } catch (thrown) {
    if (thrown instanceof IdeError) return { code: thrown.code, message: plain(thrown.message), next: thrown.next, details: plain(thrown.details) };
    return { failed: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return value.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'time').replace(/\bc[0-9a-f]{6,}\b/g, 'change');
  if (value instanceof TextSnapshot) return { uri: value.uri, text: value.text, languageId: value.languageId, unsaved: value.unsaved, lines: value.lineCount };
  if (value instanceof Map) return { map: [...value].map(plain) };
  if (value instanceof Uint8Array) return { bytes: [...value] };
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (each === undefined || key === 'milliseconds' || key === 'order' ? [] : [[key, plain(each)]])),
  );
}
