// The lines around a stop, with breakpoints at their left; a line is chosen by j and k.
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { CodeLine } from '../../parts/diff/codeLine.tsx';
import { tokensOf } from '../../parts/diff/highlight.ts';
import { Empty } from '../../parts/empty.tsx';
import { useKeys } from '../../parts/keys.ts';
import type { Breakpoint } from './answers.ts';
import type { ShownFrame } from './useStop.ts';

export interface SourceProps {
  readonly frame: ShownFrame;
  readonly stop: number;
  // Not that of the innermost frame, or of a stop that is over.
  readonly isElsewhere: boolean;
  readonly breakpoints: readonly Breakpoint[];
  readonly cursor: number | undefined;
  onCursor(line: number): void;
  onToggle(line: number): void;
  // Somebody looks around.
  onInspect(): void;
}

export function Source({ frame, stop, isElsewhere, breakpoints, cursor, onCursor, onToggle, onInspect }: SourceProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { file, line: current, lines } = frame;
  const here = breakpoints.filter((breakpoint) => breakpoint.type === 'line' && breakpoint.file === file);
  const colours = useMemo(() => tokensOf(file ?? '', lines.map(({ text }) => text).join('\n')), [file, lines]).value;
  useLayoutEffect(() => {
    centre(scroller.current, current, false);
  }, [stop, frame]);
  const move = (by: number) => {
    const [first, last] = [lines[0]?.line ?? 1, lines.at(-1)?.line ?? 1];
    const next = Math.max(first, Math.min(last, (cursor ?? current ?? first) + by));
    onInspect();
    onCursor(next);
    centre(scroller.current, next, true);
  };
  useKeys('Source', [
    { key: 'j', does: 'Line below', run: () => move(1) },
    { key: 'k', does: 'Line above', run: () => move(-1) },
  ]);
  if (lines.length === 0)
    return <Empty>{file === undefined ? 'The program stands where there is no source.' : 'The source of this place cannot be read.'}</Empty>;
  return (
    <div
      ref={scroller}
      class="source"
      role="group"
      aria-label={`Source of ${file ?? 'the program'}`}
      tabIndex={0}
      onWheel={onInspect}
      onTouchMove={onInspect}
      onPointerDown={onInspect}
      onClick={({ target }) => {
        const line = target instanceof Element ? Number(target.closest<HTMLElement>('[data-line]')?.dataset['line']) : Number.NaN;
        if (line > 0) onCursor(line);
      }}
      onKeyDown={(event) => {
        if (!['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp'].includes(event.key)) return;
        if (!event.key.startsWith('Arrow')) return onInspect();
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      }}
    >
      <div class="source-lines">
        {lines.map(({ line, text }, index) => {
          const breakpoint = here.find((each) => each.line === line);
          const isCurrent = line === current;
          return (
            <div
              key={line}
              class={`source-line ${isCurrent ? (isElsewhere ? 'source-caller' : 'source-current') : ''} ${line === cursor ? 'source-cursor' : ''}`}
              data-line={line}
              {...(isCurrent && { 'aria-current': 'step' as const })}
            >
              <button
                type="button"
                class="source-mark"
                tabIndex={-1}
                aria-pressed={breakpoint !== undefined}
                aria-label={`Breakpoint on line ${line}`}
                title={breakpoint === undefined ? 'Set a breakpoint' : describe(breakpoint)}
                onClick={() => onToggle(line)}
              >
                {breakpoint !== undefined && <BreakpointMark breakpoint={breakpoint} />}
              </button>
              <span class="source-number">{line}</span>
              <span class="source-arrow" aria-hidden="true">
                {isCurrent ? '▶' : ''}
              </span>
              <code class="source-text">
                <CodeLine text={text} tokens={colours?.[index]} />
              </code>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function BreakpointMark({ breakpoint: { enabled, verified, condition, hitCondition, logMessage } }: { readonly breakpoint: Breakpoint }) {
  const glyph = logMessage !== undefined ? '◆' : enabled && verified ? '●' : '○';
  return (
    <span class={`breakpoint ${enabled ? '' : 'breakpoint-off'}`} aria-hidden="true">
      {glyph}
      {(condition ?? hitCondition) !== undefined && <sup>?</sup>}
    </span>
  );
}

function describe({ enabled, verified, condition, hitCondition, logMessage, hits }: Breakpoint): string {
  return [
    logMessage === undefined ? 'Breakpoint' : `Logs ${logMessage}`,
    condition !== undefined && `if ${condition}`,
    hitCondition !== undefined && `hits ${hitCondition}`,
    !enabled && 'off',
    enabled && !verified && 'not in place',
    hits > 0 && (hits === 1 ? 'hit once' : `hit ${hits} times`),
  ]
    .filter((part) => part !== false)
    .join(', ');
}

// In the middle, or only as far as it must be seen.
function centre(scroller: HTMLElement | null, line: number | undefined, isNear: boolean): void {
  const element = scroller?.querySelector<HTMLElement>(`[data-line="${line}"]`);
  if (scroller === null || element === null || element === undefined) return;
  const [top, height] = [element.offsetTop, element.offsetHeight];
  const { scrollTop, clientHeight } = scroller;
  const isInSight = top >= scrollTop + height && top + height * 2 <= scrollTop + clientHeight;
  if (isInSight) return;
  if (isNear) scroller.scrollTop = top < scrollTop + height ? top - height : top + height * 2 - clientHeight;
  else scroller.scrollTop = top - (clientHeight - height) / 2;
}
