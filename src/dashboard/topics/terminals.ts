// The terminals of the open projects, and the one that a window draws, types into and resizes.
import { redactedText } from '../../base/text/redaction.ts';
import type { Terminal } from '../../ide/doors/terminals.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { Holds } from '../../server/clients/holds.ts';
import type { TerminalRow } from '../protocol/rows.ts';
import type { OpenTerminal, TerminalStreams, TopicChange, TopicSource, WatchedTerminal } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { followProjects, openIdes } from './openProjects.ts';
import type { OwnerNames } from './ownerNames.ts';
import type { ProjectThings } from './projectThings.ts';
import { shortText } from './shortText.ts';

const LONGEST_TITLE = 90;
// What fits a screen of today, and what a program can still draw into.
const SIZES = { columns: [2, 1_000], rows: [1, 500] } as const;

export interface TerminalsParts {
  readonly workbench: Workbench;
  readonly things: ProjectThings;
  readonly names: OwnerNames;
  readonly holds: Holds | undefined;
}

export function terminalsTopic(parts: TerminalsParts): TopicSource<'terminals'> {
  const { workbench, holds } = parts;
  const all = () => openIdes(workbench).flatMap((ide) => (ide.terminals?.list() ?? []).map((terminal) => terminalRow(ide, terminal, parts)));
  const changes = new Followed<TopicChange<'terminals'>>((tell) =>
    together([
      followProjects(
        workbench,
        (ide) => ide.terminals?.onEvent(({ terminal }) => tell({ kind: 'rows', rows: [terminalRow(ide, terminal, parts)] })) ?? together([]),
        () => tell({ kind: 'all' }),
      ),
      ...(holds === undefined ? [] : [holds.onChange(({ hold }) => hold.target.kind === 'terminal' && tell({ kind: 'rows', rows: all() }))]),
    ]),
  );
  return { topic: 'terminals', rows: async () => all(), onChange: (listener) => changes.listen(listener) };
}

// For the socket, which carries the bytes. Holds are for agents: a person types into what they hold.
export class WindowTerminals implements TerminalStreams {
  readonly #things: ProjectThings;

  constructor(things: ProjectThings) {
    this.#things = things;
  }

  open(id: string, author: string): OpenTerminal | undefined {
    const thing = this.#things.find(id);
    const terminal = thing?.ide.terminals?.list().find((each) => each.id === thing.handle);
    if (terminal === undefined) return undefined;
    const stop = new AbortController();
    const title = `typed into ${shortText(redactedText(terminal.title), LONGEST_TITLE)}`;
    return {
      type: (text) => terminal.input(text, { author, tool: 'window', title }, stop.signal),
      resize: (columns, rows) => terminal.resize(within(columns, SIZES.columns), within(rows, SIZES.rows)),
      watch: (watched) => watching(terminal, watched),
      [Symbol.dispose]: () => stop.abort(),
    };
  }
}

function watching(terminal: Terminal, { linesAbove, drawn, printed, failed }: WatchedTerminal): Disposable {
  const early: string[] = [];
  let hear = (text: string): void => void early.push(text);
  let isOver = false;
  let ended: Disposable | undefined;
  terminal
    .attach((text) => hear(text), linesAbove)
    .then((attached) => {
      ended = attached;
      if (isOver) attached[Symbol.dispose]();
      else {
        drawn(attached.image);
        for (const text of early) printed(text);
        if (!isOver) hear = printed;
      }
    }, failed);
  return {
    [Symbol.dispose]() {
      isOver = true;
      hear = () => {};
      ended?.[Symbol.dispose]();
    },
  };
}

function within(wanted: number, [least, most]: readonly [number, number]): number {
  return Math.min(most, Math.max(least, Math.floor(wanted) || least));
}

function terminalRow({ project }: Ide, terminal: Terminal, { things, names, holds }: TerminalsParts): TerminalRow {
  const { id: handle, title, owner, started, state, columns, rows } = terminal;
  const heldBy = holds?.holdOfThing({ kind: 'terminal', id: handle, project: project.path })?.id;
  return {
    id: things.idOf(project.path, handle),
    project: project.path,
    handle,
    title: shortText(redactedText(title), LONGEST_TITLE),
    ...names.of(owner),
    started,
    state: state.state,
    ...(state.state === 'ended' && { exitCode: state.exitCode }),
    columns,
    rows,
    ...(heldBy !== undefined && { heldBy }),
  };
}
