// An IDE whose doors are those of another process: a VS Code window that has the project open. What has nothing to do with a window stays this process's own.
import { seconds } from '../../base/waiting/duration.ts';
import type { ChangePlan } from '../../ide/doors/changes.ts';
import type { Editor, EditorMention, EditorTab } from '../../ide/doors/editor.ts';
import type { Languages } from '../../ide/doors/languages.ts';
import { windowClosed, windowSilent } from '../../ide/errors/machineErrors.ts';
import { whyNothingRuns } from '../../ide/execution.ts';
import type { Ide, Project } from '../../ide/ide.ts';
import type { Refactoring } from '../../ide/refactorings.ts';
import { IdeLink, type LinkStreams, requireKept } from './ideLink.ts';
import type { ServedShape } from './messages.ts';
import { Mirrors } from './mirrors.ts';
import { refactoredByEither } from './ownRefactorings.ts';
import { type ForwardedDoor, PORT } from './portRows.ts';

export interface ForwardedOptions extends Omit<LinkStreams, 'gone'> {
  // As the tools see it.
  readonly project: Project;
  // This process's IDE of the same project.
  readonly own: Ide;
}

export interface ForwardedIde {
  readonly ide: Ide;
  // Whether the window can change files.
  readonly writes: boolean;
  // Resolves when the window is gone.
  readonly closed: Promise<void>;
  // Lets the window take the right to write; false where another process has it.
  take(): Promise<boolean>;
}

// Throws window_closed where nobody answers as an IDE.
export async function openForwardedIde(options: ForwardedOptions): Promise<ForwardedIde> {
  const { project, own } = options;
  const onChanged = (listener: (uri: string) => void) =>
    own.documents.onChanges((changes) => {
      for (const { uri } of changes) listener(uri);
    });
  const gone = (silentFor?: number) => (silentFor === undefined ? windowClosed(project.path) : windowSilent(project.path, silentFor / seconds(1)));
  const link: IdeLink = new IdeLink({ ...options, gone }, (mirrored) => new Mirrors({ link: mirrored, onChanged }));
  const shape = await link.open();
  return { ide: ideOver(link, shape, options), writes: shape.doors.changes !== undefined, closed: link.closed, take: () => link.take() };
}

const EXECUTING: ReadonlySet<ForwardedDoor> = new Set(['formatting', 'gitChanges', 'running', 'terminals', 'testing', 'debugging']);

function ideOver(link: IdeLink, shape: ServedShape, { project, own }: ForwardedOptions): Ide {
  const door = (name: keyof typeof PORT, more: object = {}) => doorOver(link, name, shape, more);
  // Where nothing may be executed, this process's own doors refuse it, whatever the window would do for its person.
  const isQuiet = whyNothingRuns(project) !== undefined;
  const has = (name: ForwardedDoor) => shape.doors[name] !== undefined && !(isQuiet && EXECUTING.has(name));
  // Private copies and what is known of the disk alone are about other texts than those of a window.
  const { copies: _copies, asOf: _asOf, needing: _needing, diffs: _diffs, ...kept } = own;
  const ide: Ide = {
    ...kept,
    project,
    documents: door('documents'),
    languages: door('languages', languagesHere(link, own)),
    search: door('search'),
    git: door('git'),
    ...(has('changes') && { changes: door('changes', changesHere(link)) }),
    ...(has('formatting') && { formatting: door('formatting') }),
    ...(has('gitChanges') && { gitChanges: door('gitChanges') }),
    ...(has('running') && { running: door('running', { runs: () => link.known('running', 'runs') ?? [] }) }),
    ...(has('terminals') && {
      terminals: door('terminals', { list: () => link.known('terminals', 'list') ?? [], shells: () => link.known('terminals', 'shells') ?? [] }),
    }),
    ...(has('testing') && { testing: door('testing', testingHere(link)) }),
    ...(has('debugging') && {
      debugging: door('debugging', {
        breakpoints: door('debugging.breakpoints'),
        watches: door('debugging.watches'),
        sessions: () => link.known('debugging', 'sessions') ?? [],
      }),
    }),
    ...(has('editor') && { editor: door('editor', editorHere(link)) }),
    ...(has('settings') && { settings: door('settings') }),
    ...(has('diffs') && { diffs: door('diffs') }),
    close: async () => link.close(),
  };
  return ide;
}

// Built from the table: what it returns is what the same build has at the other end, so its type is the port's.
function doorOver(link: IdeLink, name: keyof typeof PORT, shape: ServedShape, more: object) {
  const [door = '', part] = name.split('.');
  const served = new Map(Object.entries(shape.doors)).get(door);
  const built = Object.create(null);
  for (const [member, how] of Object.entries(PORT[name])) {
    // Some members are there in some hosts only.
    if (part === undefined && served?.members.includes(member) !== true) continue;
    if (how === 'asks') built[member] = (...given: unknown[]) => link.call(name, member, given);
    if (how === 'sends') built[member] = (...given: unknown[]) => link.send(name, member, given);
    if (how === 'hears') built[member] = (listener: (...given: unknown[]) => unknown) => link.hear(name, member, listener);
    if (how === 'value') built[member] = served?.values[member];
  }
  return Object.assign(built, more);
}

function languagesHere(link: IdeLink, own: Ide): Pick<Languages, 'diagnosable' | 'languageOf'> & { refactor: unknown } {
  // The state of the editor arrives before the answer.
  const unsaved = async (signal: AbortSignal) => {
    await link.call('editor', 'settle', [signal]);
    const known = link.known('editor', 'unsaved');
    return known instanceof Map ? [...known.keys()].map(String) : [];
  };
  return {
    diagnosable: (uris, reading) => own.languages.diagnosable(uris, reading),
    languageOf: (uri) => own.languages.languageOf(uri),
    refactor: (wanted: Refactoring, signal: AbortSignal) =>
      refactoredByEither(wanted, { theirs: async () => link.call('languages', 'refactor', [wanted, signal]), unsaved: () => unsaved(signal), own }, signal),
  };
}

// A plan that this process's own IDE made, before the window came, is none of the window's.
function changesHere(link: IdeLink) {
  return {
    apply: async (plan: ChangePlan, ...given: unknown[]) => {
      requireKept(link, plan);
      return link.call('changes', 'apply', [plan, ...given]);
    },
  };
}

function testingHere(link: IdeLink) {
  return {
    runs: () => link.known('testing', 'runs') ?? [],
    results: () => link.known('testing.results', 'results') ?? [],
    start: async (wanted: unknown, ...given: unknown[]) => {
      const run = await link.call('testing', 'start', [wanted, ...given]);
      link.mirrors.setWanted(run, wanted);
      return run;
    },
  };
}

function editorHere(link: IdeLink) {
  const tabs = () => listOf<EditorTab>(link.known('editor', 'tabs'));
  const listeners = new Set<(mention: EditorMention) => boolean>();
  const inMap = (name: string, uri: string): unknown => {
    const known = link.known('editor', name);
    return known instanceof Map ? known.get(uri) : undefined;
  };
  const nothingUnsaved = (uri: string) => {
    const known = link.known('editor', 'unsaved');
    link.assume('editor', { unsaved: new Map([...(known instanceof Map ? known : [])].filter(([each]) => each !== uri)) });
  };
  const here: Pick<Editor, 'mention' | 'onMention' | 'close' | 'discard' | 'saved'> = {
    discard: (uri) => {
      nothingUnsaved(uri);
      link.send('editor', 'discard', [uri]);
    },
    saved: (uri, text) => {
      const unsaved = inMap('unsaved', uri);
      if (typeof unsaved === 'object' && unsaved !== null && Reflect.get(unsaved, 'text') === text) nothingUnsaved(uri);
      link.send('editor', 'saved', [uri, text]);
    },
    close: async (uri, unsaved) => {
      const isClosed = (await link.call('editor', 'close', [uri, unsaved])) === true;
      // Whoever looks next must not find it.
      if (isClosed) link.assume('editor', { tabs: tabs().filter((one) => one.uri !== uri) });
      return isClosed;
    },
    // Agents are connected to this process, so whoever listens does so here.
    mention: (mention) => [...listeners].filter((listener) => listener(mention)).length,
    onMention: (listener) => {
      const own = (mention: EditorMention) => listener(mention);
      listeners.add(own);
      const there = link.hear('editor', 'onMention', (mention) => own(Object.assign(Object.create(null), mention)));
      return {
        [Symbol.dispose]: () => {
          listeners.delete(own);
          there[Symbol.dispose]();
        },
      };
    },
  };
  return {
    ...here,
    tabs,
    selected: (uri?: string) => (uri === undefined ? link.known('editor', 'active') : inMap('selected', uri)),
    latestSelection: () => link.known('editor', 'latest'),
    unsaved: (uri: string) => inMap('unsaved', uri),
  };
}

function listOf<Value>(known: unknown): readonly Value[] {
  return Array.isArray(known) ? known : [];
}
