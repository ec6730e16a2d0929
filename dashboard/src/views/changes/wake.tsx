// The wake: the day as a strip over all agents and commands; a place on it is a moment to look at, and to return to.
import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import type { ChangeRow } from '../../../../src/dashboard/protocol/rows.ts';
import { clockTime, now } from '../../parts/clock.ts';
import { BINS, momentAt, wakeOf } from './wakeBins.ts';

export interface WakeProps {
  // Of one project: a moment is one of its own.
  readonly rows: readonly ChangeRow[];
  // The change before which it is looked at; absent for now.
  readonly before: string | undefined;
  onMoment(before: string | undefined): void;
}

const HEIGHT = 28;

export function WakeStrip({ rows, before, onMoment }: WakeProps) {
  const strip = useRef<HTMLDivElement>(null);
  const minute = Math.floor(now.value / 60_000);
  const wake = useMemo(() => wakeOf(rows, (minute + 1) * 60_000), [rows, minute]);
  const hovered = useSignal<number | undefined>(undefined);
  const last = wake.moments.length - 1;
  const at =
    before === undefined
      ? last
      : Math.max(
          0,
          wake.moments.findIndex((moment) => moment.before === before),
        );
  const placeOf = (index: number) => (((wake.moments[index]?.time ?? wake.to) - wake.from) / Math.max(1, wake.to - wake.from)) * 100;
  const momentOf = (event: PointerEvent) => {
    const box = strip.current?.getBoundingClientRect();
    return box === undefined ? last : momentAt(wake, (event.clientX - box.left) / Math.max(1, box.width));
  };
  // Keys come faster than the strip is drawn anew.
  const place = useRef(at);
  place.current = at;
  const choose = (index: number) => {
    place.current = Math.max(0, Math.min(last, index));
    onMoment(wake.moments[place.current]?.before);
  };
  const shown = wake.moments[hovered.value ?? at];
  return (
    <div class="wake">
      <span class="wake-time muted">{clockTime(wake.from).slice(0, 5)}</span>
      <div
        ref={strip}
        class="wake-strip"
        role="slider"
        tabIndex={0}
        aria-label="The day: choose a moment to return to"
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={at}
        aria-valuetext={shown === undefined ? 'now' : `${clockTime(shown.time)}, ${shown.title}`}
        onPointerMove={(event) => {
          hovered.value = momentOf(event);
          if (event.buttons === 1) choose(momentOf(event));
        }}
        onPointerLeave={() => {
          hovered.value = undefined;
        }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          choose(momentOf(event));
        }}
        onKeyDown={(event) => {
          const to = { ArrowLeft: place.current - 1, ArrowRight: place.current + 1, Home: 0, End: last }[event.key];
          if (to === undefined) return;
          event.preventDefault();
          choose(to);
        }}
      >
        <svg viewBox={`0 0 ${BINS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {wake.bins.map(({ height, from }, index) =>
            height === 0 ? null : (
              <rect key={from} class="wake-bar" x={index + 0.1} width={0.8} y={HEIGHT - Math.max(2, height * HEIGHT)} height={Math.max(2, height * HEIGHT)} />
            ),
          )}
        </svg>
        <span class="wake-at" style={{ insetInlineStart: `${placeOf(at)}%` }} />
      </div>
      <span class="wake-time muted">{shown === undefined || shown.before === undefined ? 'now' : `${clockTime(shown.time)} ${shown.title}`}</span>
    </div>
  );
}
