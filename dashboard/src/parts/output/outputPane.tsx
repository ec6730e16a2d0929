// What a program printed, in its colours: the newest lines, at whose end it stays unless somebody has scrolled away.
import { useSignal } from '@preact/signals';
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { useKeys } from '../keys.ts';
import { Text } from '../text.tsx';
import type { Line, Run, Style } from './sgr.ts';

// Drawn and laid out together: a new line draws one chunk anew, and chunks out of sight cost nothing.
const CHUNK = 100;
const NEAR_THE_END = 24;

export interface OutputPaneProps {
  readonly label: string;
  readonly lines: readonly Line[];
  // So many characters or lines were there once and are not kept any more.
  readonly isCut?: boolean;
}

export function OutputPane({ label, lines, isCut = false }: OutputPaneProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const follows = useSignal(true);
  const drawn = useRef(new Map<number, DrawnChunk>());
  useLayoutEffect(() => {
    if (follows.peek()) toEnd(scroller.current);
  });
  const follow = () => {
    follows.value = true;
    toEnd(scroller.current);
  };
  useKeys(label, [{ key: 'G', does: 'To the end, and stay there', run: follow }]);
  return (
    <div class="output">
      <div
        ref={scroller}
        class="output-scroller"
        role="log"
        aria-label={label}
        aria-live="off"
        tabIndex={0}
        onScroll={() => {
          follows.value = isAtEnd(scroller.current);
        }}
      >
        {isCut && <p class="muted output-cut">Older lines are not kept.</p>}
        {chunksOf(lines, drawn.current)}
      </div>
      {!follows.value && (
        <button type="button" class="pill output-pill" onClick={follow}>
          To the end <kbd>G</kbd>
        </button>
      )}
    </div>
  );
}

function isAtEnd(scroller: HTMLElement | null): boolean {
  return scroller === null || scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_THE_END;
}

function toEnd(scroller: HTMLElement | null): void {
  scroller?.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' });
}

interface DrawnChunk {
  readonly last: Line | undefined;
  readonly count: number;
  readonly node: VNode;
}

// The same element for the same lines, so that it is not even compared.
function chunksOf(lines: readonly Line[], before: Map<number, DrawnChunk>): readonly VNode[] {
  const nodes: VNode[] = [];
  const kept = new Set<number>();
  for (let from = 0; from < lines.length; ) {
    const index = Math.floor(((lines[from]?.number ?? 1) - 1) / CHUNK);
    const count = Math.min(lines.length - from, (index + 1) * CHUNK + 1 - (lines[from]?.number ?? 1));
    const chunk = lines.slice(from, from + count);
    const known = before.get(index);
    const last = chunk.at(-1);
    const node = known?.last === last && known?.count === count ? known.node : <Chunk key={index} lines={chunk} />;
    before.set(index, { last, count, node });
    kept.add(index);
    nodes.push(node);
    from += count;
  }
  for (const index of [...before.keys()]) if (!kept.has(index)) before.delete(index);
  return nodes;
}

function Chunk({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <div class="output-chunk" style={{ '--lines': String(lines.length) }}>
      {lines.map(({ number, runs }) => (
        <div key={number} class="output-line">
          {runs.length === 0 ? '\n' : runs.map((run, index) => <Coloured key={index} run={run} />)}
        </div>
      ))}
    </div>
  );
}

function Coloured({ run: { text, style } }: { readonly run: Run }) {
  const classes = classesOf(style);
  const own = ownColours(style);
  if (classes === '' && own === undefined) return <Text text={text} />;
  return (
    <span class={classes} {...(own !== undefined && { style: own })}>
      <Text text={text} />
    </span>
  );
}

function classesOf({ colour, background, isBold, isDim, isItalic, isUnderlined, isInverse, isStruck }: Style): string {
  return [
    typeof colour === 'number' && `sgr-${colour}`,
    typeof background === 'number' && `sgr-on-${background}`,
    isBold && 'sgr-bold',
    isDim && 'sgr-dim',
    isItalic && 'sgr-italic',
    isUnderlined && 'sgr-underlined',
    isInverse && 'sgr-inverse',
    isStruck && 'sgr-struck',
  ]
    .filter((name) => typeof name === 'string')
    .join(' ');
}

// Numbers between 0 and 255 that the parser has put together itself.
function ownColours({ colour, background }: Style): { color?: string; 'background-color'?: string } | undefined {
  if (typeof colour !== 'string' && typeof background !== 'string') return undefined;
  return { ...(typeof colour === 'string' && { color: colour }), ...(typeof background === 'string' && { 'background-color': background }) };
}
