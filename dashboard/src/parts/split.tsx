// A list and what is open of it: side by side, with a border that can be moved; below 720 pixels one over the other.
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { Icon } from './icons.tsx';
import { useKeys } from './keys.ts';

const NARROWEST = 25;
const WIDEST = 75;
const USUAL_SHARE = 55;

export interface SplitProps {
  readonly name: string;
  readonly list: ComponentChildren;
  // Undefined: nothing is open, the list has all the room.
  readonly detail: ComponentChildren | undefined;
  readonly detailLabel: string;
  // Of the list, in percent, until somebody moves the border.
  readonly share?: number;
  onClose(): void;
}

export function Split({ name, list, detail, detailLabel, share: usual = USUAL_SHARE, onClose }: SplitProps) {
  const share = useSignal(keptShare(name, usual));
  const whole = useRef<HTMLDivElement>(null);
  const isOpen = detail !== undefined;
  const set = (percent: number) => {
    share.value = Math.round(Math.max(NARROWEST, Math.min(WIDEST, percent)));
    localStorage.setItem(`split.${name}`, String(share.value));
  };
  const drag = (event: PointerEvent) => {
    const box = whole.current?.getBoundingClientRect();
    if (box !== undefined && event.buttons === 1) set(((event.clientX - box.left) / box.width) * 100);
  };
  useKeys(detailLabel, [{ key: 'Escape', does: 'Back to the list', run: onClose }], isOpen);
  return (
    <div ref={whole} class={`split ${isOpen ? 'split-open' : ''}`} style={{ '--share': `${share.value}%` }}>
      <div class="split-list">{list}</div>
      {isOpen && (
        <>
          <div
            class="split-border"
            role="separator"
            aria-orientation="vertical"
            aria-label="Width of the list"
            aria-valuenow={share.value}
            aria-valuemin={NARROWEST}
            aria-valuemax={WIDEST}
            tabIndex={0}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={drag}
            onKeyDown={(event) => {
              const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
              if (by !== undefined) set(share.value + by);
            }}
          />
          <section class="split-detail" aria-label={detailLabel}>
            <button type="button" class="button split-back" onClick={onClose}>
              <Icon name="back" />
              <span>Back</span>
            </button>
            {detail}
          </section>
        </>
      )}
    </div>
  );
}

function keptShare(name: string, usual: number): number {
  const kept = Number(localStorage.getItem(`split.${name}`));
  return kept >= NARROWEST && kept <= WIDEST ? kept : usual;
}
