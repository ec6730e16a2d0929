// Whom and what a person holds, and how many calls wait for the end of each hold.
import type { Hold, Holds, HoldTarget } from '../../server/clients/holds.ts';
import type { HoldRow } from '../protocol/rows.ts';
import type { TopicSource } from '../sources.ts';
import type { ProjectThings } from './projectThings.ts';
import { shortText } from './shortText.ts';

const LONGEST_NOTE = 120;

export function holdsTopic(holds: Holds, things: ProjectThings): TopicSource<'holds'> {
  const row = (hold: Hold) => holdRow(hold, holds, things);
  return {
    topic: 'holds',
    rows: async () => holds.list().map(row),
    onChange: (listener) =>
      holds.onChange(({ kind, hold }) => {
        const isHeld = kind !== 'released' && holds.list().some(({ id }) => id === hold.id);
        listener(isHeld ? { kind: 'rows', rows: [row(hold)] } : { kind: 'rows', rows: [], removed: [hold.id] });
      }),
  };
}

function holdRow(hold: Hold, holds: Holds, things: ProjectThings): HoldRow {
  const { id, since, target, note } = hold;
  return {
    id,
    since,
    target: shownTarget(target, things),
    ...(note !== undefined && { note: shortText(note, LONGEST_NOTE) }),
    waiting: holds.waitingFor(hold),
  };
}

// A debug session or a terminal by the id that its row has.
function shownTarget(target: HoldTarget, things: ProjectThings): HoldRow['target'] {
  switch (target.kind) {
    case 'everyone':
      return { kind: 'everyone' };
    case 'client':
      return { kind: 'client', name: target.client };
    case 'connection':
      return { kind: 'connection', id: target.id, name: target.client };
    case 'session':
    case 'terminal':
      return { kind: target.kind, id: things.idOf(target.project, target.id), project: target.project };
  }
}
