// One connection: what it does at the left, its last minute, and the latest that it wrote at the right.

import type { CallRow, ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import { hashOf } from '../../app/route.ts';
import { views } from '../../app/views.ts';
import { clockTime, duration } from '../../parts/clock.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { lastPart, shortClient, subjectOf, withShortPath } from '../../parts/names.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago, Countdown, Running } from '../../parts/times.tsx';
import type { Bucket, Lane } from './lanes.ts';
import { LatestLines } from './latestLines.tsx';
import { Sparkline } from './sparkline.tsx';

export interface LaneProps {
  readonly lane: Lane;
  // Then it has all the room.
  readonly isOnly: boolean;
  readonly isChosen: boolean;
  readonly minute: readonly (Bucket | undefined)[] | undefined;
  readonly recent: readonly CallRow[];
  onChoose(): void;
  onOpen(): void;
  onHold(): void;
  onUndo(): void;
}

export function LaneRow(props: LaneProps) {
  const { lane, isOnly, isChosen, minute, recent } = props;
  const { client, state, change } = lane;
  const root = client.root === undefined ? undefined : lastPart(client.root);
  return (
    <li
      class={`lane lane-${state} ${isOnly ? 'lane-only' : ''} ${isChosen ? 'lane-chosen' : ''}`}
      data-lane={lane.id}
      tabIndex={isChosen ? 0 : -1}
      onFocus={props.onChoose}
    >
      <div class="lane-head">
        <Status state={state} />
        <button
          type="button"
          class="lane-name"
          title={`${client.client} over ${client.door}${client.pid === undefined ? '' : `, process ${client.pid}`}`}
          onClick={props.onOpen}
        >
          <Text text={shortClient(client.client)} />
          {root !== undefined && (
            <span class="muted">
              {' · '}
              <Text text={root} />
            </span>
          )}
        </button>
        {client.heldBy !== undefined && <span class="lane-held">held</span>}
        <Sparkline buckets={minute} />
      </div>
      <div class="lane-doing">
        <Doing lane={lane} />
        {recent.length > 0 && <Recent calls={recent} />}
      </div>
      <div class="lane-effect">
        {change !== undefined && <Effect change={change} />}
        {change !== undefined && (isOnly || isChosen) && <LatestLines change={change} />}
        {isOnly && change === undefined && <p class="muted">What it changes appears here.</p>}
      </div>
      <div class="lane-actions">
        {change !== undefined && change.undoneBy === undefined && (
          <DaemonButton class="button" onClick={props.onUndo}>
            Undo <kbd>z</kbd>
          </DaemonButton>
        )}
        {change !== undefined && views.some(({ name }) => name === 'changes') && (
          <a class="button" href={hashOf({ view: 'changes', id: change.id, query: {} })}>
            Open
          </a>
        )}
        <DaemonButton class="button" title="Its edits, runs and controls wait until you let it go on" onClick={props.onHold}>
          {client.heldBy === undefined ? 'Hold' : 'Let go on'} <kbd>h</kbd>
        </DaemonButton>
      </div>
    </li>
  );
}

function Doing({ lane: { client, reviews } }: { readonly lane: Lane }) {
  const [review] = reviews;
  if (review !== undefined)
    return (
      <p class="lane-caption">
        <span class="status-needs">waits</span> <Text text={withShortPath(review.title)} />{' '}
        <span class="muted">
          {review.hunks > 0 && (review.hunks === 1 ? '1 hunk · ' : `${review.hunks} hunks · `)}
          {review.expires !== undefined && (
            <>
              <Countdown until={review.expires} /> left
            </>
          )}
          {reviews.length > 1 && ` · ${reviews.length - 1} more`}
        </span>{' '}
        <kbd>g r</kbd>
      </p>
    );
  const [call] = client.inFlight;
  if (call !== undefined)
    return (
      <p class="lane-caption">
        <span class="lane-tool">
          <Text text={call.tool} />
        </span>{' '}
        <Text text={subjectOf(call.tool, call.caption)} />{' '}
        <span class="muted">
          <Running since={call.since} />
          {client.inFlight.length > 1 && ` · ${client.inFlight.length - 1} more`}
        </span>
      </p>
    );
  const { last } = client;
  return (
    <p class="lane-caption muted">
      {last === undefined ? (
        <>
          connected <Ago time={client.since} /> ago, no call yet
        </>
      ) : (
        <>
          <Status state={last.status === 'error' ? 'error' : 'ok'} /> <Text text={last.tool} /> <Text text={subjectOf(last.tool, last.caption)} /> · idle{' '}
          <Ago time={last.since} />
        </>
      )}
    </p>
  );
}

// The captions of one agent, the newest first.
function Recent({ calls }: { readonly calls: readonly CallRow[] }) {
  return (
    <ol class="lane-recent">
      {calls.map((call) => (
        <li key={call.id}>
          <a class="recent-call" href={hashOf({ view: 'history', id: call.id, query: {} })}>
            <Status state={call.status === 'pending' ? 'running' : call.status === 'error' ? 'error' : 'ok'} />
            <span class="muted">{clockTime(call.time)}</span>
            <span class={`effect-${call.effect ?? 'reads'}`}>
              <Text text={call.tool} />
            </span>
            <span class="recent-caption">
              <Text text={subjectOf(call.tool, call.caption)} />
            </span>
            <span class="muted">{call.milliseconds !== undefined && duration(call.milliseconds)}</span>
          </a>
        </li>
      ))}
    </ol>
  );
}

const VERDICTS = { good: 'ok', bad: 'error', doubtful: 'warning' } as const;

function Effect({ change }: { readonly change: ChangeRow }) {
  return (
    <>
      <p class="lane-change">
        <span class="effect-edits">
          <Text text={withShortPath(change.title)} />
        </span>{' '}
        <span class="added-count">+{change.added}</span> <span class="removed-count">−{change.removed}</span>{' '}
        <span class="muted">
          {change.files === 1 ? '1 file' : `${change.files} files`} · <Ago time={change.time} /> ago
        </span>
      </p>
      <p class="lane-evidence">
        {change.undoneBy !== undefined && <Status state="undone" text="undone" />}
        {change.evidence.map(({ kind, verdict, summary }) => (
          <Status key={kind} state={VERDICTS[verdict]} text={summary} />
        ))}
      </p>
    </>
  );
}
