// How each member of the port crosses to another process: the one table of what is special. A member that is added to the port gets its row here.
import type { Breakpoints } from '../../ide/breakpoints.ts';
import type { Changes, Observation } from '../../ide/doors/changes.ts';
import type { Debugging, DebugSession, Watches } from '../../ide/doors/debugging.ts';
import type { Diffs } from '../../ide/doors/diffs.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import type { Editor } from '../../ide/doors/editor.ts';
import type { Formatting } from '../../ide/doors/formatting.ts';
import type { Git, GitChanges } from '../../ide/doors/git.ts';
import type { Languages } from '../../ide/doors/languages.ts';
import type { Run, Running } from '../../ide/doors/running.ts';
import type { Search } from '../../ide/doors/search.ts';
import type { PersonSettings } from '../../ide/doors/settings.ts';
import type { AttachedTerminal, Terminal, Terminals } from '../../ide/doors/terminals.ts';
import type { Testing, TestRun } from '../../ide/doors/testing.ts';

// asks: a request, whose answer is waited for. hears: a listener, until it is disposed of. sends: a word that nobody answers.
// value: does not change while the IDE is open. part: a door inside of a door.
// field: changes, and is kept on this side. settable: the same, and may be set. log: what was printed, kept on this side.
// here: answered on this side, from what is known there.
type HowOf<Member> = Member extends (...given: never[]) => infer Returned
  ? Returned extends Promise<unknown>
    ? 'asks'
    : Returned extends Disposable
      ? 'hears'
      : IsOnly<Returned, void> extends true
        ? 'sends'
        : 'here'
  : 'value' | 'part' | 'field' | 'settable' | 'log' | 'here';

type IsOnly<Value, Other> = [Value] extends [Other] ? true : false;

type Rows<Door> = { readonly [Member in keyof Door]-?: HowOf<NonNullable<Door[Member]>> };

export type How = 'asks' | 'hears' | 'sends' | 'value' | 'part' | 'field' | 'settable' | 'log' | 'here';

// Those of an IDE that a window serves. The others (programs, packages, HTTP, the log, private copies) have nothing to do with a window.
export const DOORS = [
  'documents',
  'languages',
  'search',
  'git',
  'changes',
  'formatting',
  'gitChanges',
  'running',
  'terminals',
  'testing',
  'debugging',
  'editor',
  'settings',
  'diffs',
] as const;

export type ForwardedDoor = (typeof DOORS)[number];

export interface PortRows {
  readonly documents: Rows<Documents>;
  readonly languages: Rows<Languages>;
  readonly search: Rows<Search>;
  readonly git: Rows<Git>;
  readonly changes: Rows<Changes>;
  readonly formatting: Rows<Formatting>;
  readonly gitChanges: Rows<GitChanges>;
  readonly running: Rows<Running>;
  readonly terminals: Rows<Terminals>;
  readonly testing: Rows<Testing>;
  readonly debugging: Rows<Debugging>;
  readonly 'debugging.breakpoints': Rows<Breakpoints>;
  readonly 'debugging.watches': Rows<Watches>;
  readonly editor: Rows<Editor>;
  readonly settings: Rows<PersonSettings>;
  readonly diffs: Rows<Diffs>;
}

export const PORT: PortRows = {
  documents: {
    scratch: 'value',
    settle: 'asks',
    read: 'asks',
    readBytes: 'asks',
    locate: 'asks',
    locateEntry: 'asks',
    linksBrokenBy: 'asks',
    namesOf: 'asks',
    list: 'asks',
    filesWithWord: 'asks',
    ignoredFilesWithWord: 'asks',
    onChanges: 'hears',
  },
  languages: {
    definition: 'asks',
    typeDefinition: 'asks',
    references: 'asks',
    implementations: 'asks',
    calls: 'asks',
    types: 'asks',
    hover: 'asks',
    outline: 'asks',
    symbols: 'asks',
    completions: 'asks',
    completionDetails: 'asks',
    quickFixes: 'asks',
    rename: 'asks',
    moveFiles: 'asks',
    refactor: 'asks',
    diagnostics: 'asks',
    check: 'asks',
    checkAsInstalled: 'asks',
    // What a file is written in is read off its name, which is the same in every host.
    diagnosable: 'here',
    languageOf: 'here',
    status: 'asks',
    restart: 'asks',
    onStatus: 'hears',
  },
  search: { text: 'asks', structure: 'asks', syntaxErrors: 'asks' },
  git: { status: 'asks', diff: 'asks', log: 'asks', show: 'asks', contents: 'asks', blame: 'asks', branches: 'asks', stashes: 'asks' },
  changes: {
    plan: 'asks',
    planUndo: 'asks',
    planUndoUntil: 'asks',
    apply: 'asks',
    list: 'asks',
    read: 'asks',
    keepEvidence: 'asks',
    onChange: 'hears',
    observe: 'asks',
  },
  formatting: { format: 'asks', organizeImports: 'asks' },
  gitChanges: {
    stage: 'asks',
    unstage: 'asks',
    commit: 'asks',
    createBranch: 'asks',
    switchTo: 'asks',
    deleteBranch: 'asks',
    stash: 'asks',
    unstash: 'asks',
    dropStash: 'asks',
    push: 'asks',
    pull: 'asks',
    fetch: 'asks',
  },
  running: { configurations: 'asks', resolve: 'asks', start: 'asks', runs: 'here', onEvent: 'hears', ownerLeft: 'sends' },
  terminals: { open: 'asks', list: 'here', onEvent: 'hears', ownerLeft: 'sends', shells: 'here' },
  testing: { list: 'asks', start: 'asks', runs: 'here', onEvent: 'hears', results: 'here', coverage: 'asks' },
  debugging: {
    breakpoints: 'part',
    watches: 'part',
    evaluation: 'value',
    start: 'asks',
    sessions: 'here',
    onEvent: 'hears',
    ownerLeft: 'sends',
  },
  'debugging.breakpoints': { list: 'asks', set: 'asks', remove: 'asks' },
  'debugging.watches': { list: 'asks', add: 'asks', remove: 'asks' },
  editor: {
    tabs: 'here',
    settle: 'asks',
    open: 'asks',
    close: 'asks',
    select: 'asks',
    selected: 'here',
    latestSelection: 'here',
    unsaved: 'here',
    write: 'asks',
    discard: 'sends',
    save: 'asks',
    saved: 'sends',
    mention: 'here',
    onMention: 'hears',
    onEvent: 'hears',
  },
  settings: { inFile: 'value', read: 'asks', write: 'asks' },
  diffs: { show: 'asks' },
};

// Values of the port that are no data: they are asked further, and known on this side by a number.
export interface HandleRows {
  readonly session: Rows<DebugSession>;
  readonly run: Rows<Run>;
  readonly terminal: Rows<Terminal>;
  readonly testRun: Rows<TestRun>;
  readonly observation: Rows<Observation>;
  readonly attachment: Rows<AttachedTerminal>;
}

export type HandleKind = keyof HandleRows;

export const HANDLES: HandleRows = {
  session: {
    id: 'field',
    name: 'field',
    adapter: 'field',
    configuration: 'field',
    parent: 'field',
    owner: 'field',
    processId: 'field',
    holdsOnly: 'field',
    state: 'field',
    output: 'log',
    unplaced: 'field',
    // Each is reported once, so they are collected there and given out here.
    news: 'here',
    selectedFrame: 'field',
    selectFrame: 'sends',
    isOutdated: 'here',
    threads: 'asks',
    frames: 'asks',
    scopes: 'asks',
    children: 'asks',
    setChild: 'asks',
    evaluate: 'asks',
    proceed: 'asks',
    proceedTo: 'asks',
    pause: 'asks',
    halted: 'asks',
    writeInput: 'asks',
    end: 'asks',
    lastMove: 'settable',
  },
  run: {
    id: 'field',
    title: 'field',
    configuration: 'field',
    owner: 'field',
    processId: 'field',
    started: 'field',
    state: 'field',
    output: 'log',
    wanted: 'field',
    ended: 'here',
    end: 'asks',
  },
  terminal: {
    id: 'field',
    title: 'field',
    owner: 'field',
    processId: 'field',
    started: 'field',
    state: 'field',
    columns: 'field',
    rows: 'field',
    typed: 'field',
    type: 'asks',
    input: 'asks',
    resize: 'sends',
    screen: 'asks',
    lines: 'asks',
    settled: 'asks',
    attach: 'asks',
    changed: 'asks',
    close: 'asks',
  },
  // What was asked for holds a function of whoever asked, so it stays where it was said.
  testRun: { record: 'field', wanted: 'here', ended: 'asks', stop: 'asks', onProgress: 'hears' },
  observation: { end: 'asks' },
  attachment: { image: 'field', columns: 'field', rows: 'field', [Symbol.dispose]: 'sends' },
};

// The member by which each is recognised, the first that fits.
export const KNOWN_BY: readonly (readonly [kind: HandleKind, member: string])[] = [
  ['session', 'proceedTo'],
  ['terminal', 'screen'],
  ['testRun', 'onProgress'],
  ['run', 'ended'],
  ['attachment', 'image'],
  ['observation', 'end'],
];

// Doors whose answers can hold handles; in the others nobody looks for them.
export const WITH_HANDLES: ReadonlySet<string> = new Set<ForwardedDoor>(['changes', 'running', 'terminals', 'testing', 'debugging']);

// What these return must come back as the very object: a plan is applied by the host that made it, and a completion is asked about there.
export const KEPT: Readonly<Record<string, readonly string[]>> = { changes: ['plan', 'planUndo', 'planUndoUntil'], languages: ['completions'] };
