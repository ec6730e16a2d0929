// Who works on what and what waits for me: a lane for each connection.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { go } from '../../app/router.ts';
import { views } from '../../app/views.ts';
import { now } from '../../parts/clock.ts';
import { copyText } from '../../parts/copyButton.tsx';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { ask, call, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { AwayLine } from './away.tsx';
import { FirstSteps } from './firstSteps.tsx';
import { LaneRow } from './lane.tsx';
import { activity, type Lane, lanesOf, steadyOrder, wantedOrder } from './lanes.ts';

export function Now() {
  const clients = useTopic('clients');
  const reviews = useTopic('reviews');
  const changes = useTopic('changes');
  const calls = useTopic('calls');
  useTopic('holds');
  const place = useRef<HTMLUListElement>(null);
  const order = useRef<readonly string[]>([]);
  const chosen = useSignal<string | undefined>(undefined);
  const { action, start } = useAction();
  const lanes = lanesOf({ clients: clients.rows.value, reviews: reviews.rows.value, changes: changes.rows.value });
  order.current = isTouched(place.current) ? steadyOrder(order.current, lanes) : wantedOrder(lanes);
  const shown = order.current.flatMap((id) => lanes.find((lane) => lane.id === id) ?? []);
  const lane = shown.find(({ id }) => id === chosen.value) ?? shown[0];
  const minute = activity(calls.rows.value, now.value);

  const move = (by: number) => {
    const at = lane === undefined ? -1 : shown.indexOf(lane);
    const next = shown[Math.max(0, Math.min(shown.length - 1, chosen.value === undefined ? 0 : at + by))];
    if (next === undefined) return false;
    chosen.value = next.id;
    place.current?.querySelector<HTMLElement>(`[data-lane="${CSS.escape(next.id)}"]`)?.focus();
    return true;
  };
  const withLane = (act: (lane: Lane) => void) => () => {
    if (lane === undefined) return false;
    act(lane);
    return true;
  };
  const open = ({ id, reviews: waiting }: Lane) => {
    const [first] = waiting;
    if (first !== undefined && views.some(({ name }) => name === 'reviews')) go('reviews', first.id);
    else go('history', undefined, { q: `connection:${id}` });
  };
  const hold = ({ id, client: { heldBy } }: Lane) =>
    start((options) =>
      heldBy === undefined ? ask('hold.take', { target: { kind: 'connection', id } }, options) : ask('hold.release', { id: heldBy }, options),
    );
  const undo = ({ change }: Lane) => {
    if (change !== undefined) start((options) => call('undo', { change_id: change.id }, { ...options, project: change.project }));
  };
  useKeys('Now', [
    { key: 'j', does: 'Next agent', run: () => move(1) },
    { key: 'k', does: 'Previous agent', run: () => move(-1) },
    { key: 'Enter', does: 'Open its review, or its history', run: withLane(open) },
    { key: 'h', does: 'Hold it, or let it go on', run: withLane(hold) },
    { key: 'z', does: 'Undo its latest change', run: withLane(undo) },
    { key: 'c', does: 'Copy what it does', run: withLane((of) => void copyText(captionOf(of))) },
  ]);
  if (!clients.isKnown.value) return <Skeleton />;
  return (
    <div class="now">
      <h1 class="unseen-word">Now</h1>
      <ActionNote action={action.value} />
      {shown.length === 0 ? (
        <FirstSteps />
      ) : (
        <ul ref={place} class="lanes" aria-label="Agents">
          {shown.map((one) => (
            <LaneRow
              key={one.id}
              lane={one}
              isOnly={shown.length === 1}
              isChosen={one.id === lane?.id && chosen.value !== undefined}
              minute={minute.get(one.id)}
              recent={shown.length === 1 ? recentOf(calls.rows.value, one.id) : []}
              onChoose={() => {
                chosen.value = one.id;
              }}
              onOpen={() => open(one)}
              onHold={() => hold(one)}
              onUndo={() => undo(one)}
            />
          ))}
        </ul>
      )}
      <AwayLine />
    </div>
  );
}

function isTouched(place: HTMLElement | null): boolean {
  return place !== null && (place.matches(':hover') || place.contains(document.activeElement));
}

const RECENT = 12;

// The newest first.
function recentOf<Call extends { readonly connection?: string; readonly isRequest?: true }>(calls: readonly Call[], connection: string): readonly Call[] {
  const found: Call[] = [];
  for (let index = calls.length - 1; index >= 0 && found.length < RECENT; index -= 1) {
    const one = calls[index];
    if (one !== undefined && one.connection === connection && one.isRequest !== true) found.push(one);
  }
  return found;
}

function captionOf({ client, reviews: [first] }: Lane): string {
  const current = client.inFlight[0] ?? client.last;
  return `${client.client}: ${first?.title ?? [current?.tool, current?.caption].filter((part) => part !== undefined).join(' ')}`;
}
