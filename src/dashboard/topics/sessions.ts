// Debug sessions of the open projects: whether each runs or stands, and where.
import { seconds } from '../../base/waiting/duration.ts';
import type { DebugSession } from '../../ide/doors/debugging.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { Holds } from '../../server/clients/holds.ts';
import { fileOf } from '../../tools/words/place.ts';
import type { DebugRow } from '../protocol/rows.ts';
import type { TopicChange, TopicSource } from '../sources.ts';
import { Followed, together } from './followed.ts';
import { followProjects, openIdes } from './openProjects.ts';
import type { OwnerNames } from './ownerNames.ts';
import type { ProjectThings } from './projectThings.ts';
import { shortText } from './shortText.ts';

const LONGEST_NAME = 60;
const LONGEST_WHY = 100;
// An adapter that does not say where its program stands must hold up nobody.
const LONGEST_ANSWER = seconds(5);

export interface SessionsParts {
  readonly workbench: Workbench;
  readonly things: ProjectThings;
  readonly names: OwnerNames;
  readonly holds: Holds | undefined;
}

interface Place {
  readonly stop: number;
  // Absent where it has none.
  readonly file?: string;
  readonly line?: number;
}

export function sessionsTopic(parts: SessionsParts): TopicSource<'sessions'> {
  const { workbench, holds } = parts;
  // Of the last stop of each session, and how often breakpoints and watches of a project have changed.
  const places = new WeakMap<DebugSession, Place>();
  const marks = new Map<string, number>();
  const row = (ide: Ide, session: DebugSession): DebugRow => ({
    ...debugRow(ide, session, places.get(session), parts),
    marks: marks.get(ide.project.path) ?? 0,
  });
  const find = async (ide: Ide, session: DebugSession) => {
    const place = await placeOfStop(ide, session);
    if (place !== undefined) places.set(session, place);
  };
  const all = () => openIdes(workbench).flatMap((ide) => (ide.debugging?.sessions() ?? []).map((session) => ({ ide, session })));
  const changes = new Followed<TopicChange<'sessions'>>((tell) =>
    together([
      followProjects(
        workbench,
        (ide) =>
          ide.debugging?.onEvent((event) => {
            if (event.kind === 'breakpoints' || event.kind === 'watches') {
              marks.set(ide.project.path, (marks.get(ide.project.path) ?? 0) + 1);
              tell({ kind: 'rows', rows: (ide.debugging?.sessions() ?? []).map((each) => row(ide, each)) });
              return;
            }
            const { session } = event;
            tell({ kind: 'rows', rows: [row(ide, session)] });
            // Where it stands is known a moment after it is known that it does.
            if (event.kind === 'session' && session.state.state === 'paused')
              void find(ide, session).then(() => tell({ kind: 'rows', rows: [row(ide, session)] }));
          }) ?? { [Symbol.dispose]: () => {} },
        () => tell({ kind: 'all' }),
      ),
      ...(holds === undefined
        ? []
        : [
            holds.onChange(({ hold }) => {
              if (hold.target.kind === 'session') tell({ kind: 'rows', rows: all().map(({ ide, session }) => row(ide, session)) });
            }),
          ]),
    ]),
  );
  return {
    topic: 'sessions',
    async rows() {
      const sessions = all();
      await Promise.all(sessions.map(({ ide, session }) => find(ide, session)));
      return sessions.map(({ ide, session }) => row(ide, session));
    },
    onChange: (listener) => changes.listen(listener),
  };
}

// Undefined while it runs; without a file where the adapter does not say one.
async function placeOfStop({ project }: Ide, session: DebugSession): Promise<Place | undefined> {
  const { state } = session;
  if (state.state !== 'paused') return undefined;
  const stop = state.stop.number;
  try {
    const { frames } = await session.frames(state.stop.thread, 1, AbortSignal.timeout(LONGEST_ANSWER));
    const [frame] = frames;
    return frame?.uri === undefined ? { stop } : { stop, file: fileOf(project, frame.uri), line: frame.line + 1 };
  } catch {
    // It went on, or its adapter is gone: the next event says so.
    return { stop };
  }
}

function debugRow({ project }: Ide, session: DebugSession, place: Place | undefined, { things, names, holds }: SessionsParts): Omit<DebugRow, 'marks'> {
  const { id: handle, name, adapter, owner, state, output, lastMove } = session;
  const isThere = state.state === 'paused' && place?.stop === state.stop.number;
  const heldBy = holds?.holdOfThing({ kind: 'session', id: handle, project: project.path })?.id;
  const why = whyOf(session);
  return {
    id: things.idOf(project.path, handle),
    project: project.path,
    handle,
    name: shortText(name, LONGEST_NAME),
    adapter,
    ...names.of(owner),
    state: state.state,
    ...(isThere && place.file !== undefined && place.line !== undefined && { file: place.file, line: place.line }),
    ...(why !== undefined && { why: shortText(why, LONGEST_WHY) }),
    stops: state.state === 'paused' ? state.stop.number : (place?.stop ?? 0),
    output: output.next,
    ...(lastMove !== undefined && { move: lastMove }),
    ...(heldBy !== undefined && { heldBy }),
  };
}

function whyOf({ state }: DebugSession): string | undefined {
  if (state.state === 'running') return undefined;
  if (state.state === 'ended') return state.why;
  const { reason, exception, text } = state.stop;
  return exception === undefined ? (text ?? reason) : `${reason}: ${exception.type}: ${exception.message}`;
}
