// A long list of which only the rows in sight exist: a grid with one row in the order of tabs, moved through by j and k.
import { useSignal } from '@preact/signals';
import { defaultRangeExtractor, elementScroll, observeElementOffset, observeElementRect, type VirtualItem, Virtualizer } from '@tanstack/virtual-core';
import { Component, type VNode } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useReducer, useRef } from 'preact/hooks';
import { useHeld } from './held.ts';
import { useKeys } from './keys.ts';
import { inOrder, RowSlots } from './rowSlots.ts';

export interface VirtualListProps<Item extends { readonly id: string }> {
  readonly label: string;
  // In the order of the screen.
  readonly items: readonly Item[];
  readonly selected: string | undefined;
  readonly columns?: number;
  readonly rowHeight?: number;
  // New ones come at the top; while somebody reads further down they wait behind a pill.
  readonly growsAtTop?: boolean;
  // False: a pill also at the top.
  readonly follows?: boolean;
  // Another one starts at the top again, such as the words of a filter.
  readonly resetKey?: string;
  // Whether this list has the keys j, k, Enter.
  readonly hasKeys?: boolean;
  readonly rowClass?: (item: Item) => string;
  onSelect(id: string): void;
  onOpen(id: string): void;
  // The last rows are in sight.
  onEnd?(): void;
  // The cells; each is a gridcell. The same function each time, so that a row whose item is the same is not drawn anew.
  readonly row: (item: Item) => VNode;
}

export function VirtualList<Item extends { readonly id: string }>(props: VirtualListProps<Item>) {
  const { label, selected, rowHeight = 28, growsAtTop = false, follows = true, resetKey = '', hasKeys = true } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const isAtTop = useSignal(true);
  const held = useHeld(props.items, growsAtTop && !(isAtTop.value && follows), resetKey);
  const { newer, release } = held;
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const press = usePress<Item>(scroller, draw);
  // Whoever presses the button on a row means that row: until it is let go, none changes its place or its element.
  const items = press.current.frozen ?? held.items;
  const chosen = items.findIndex(({ id }) => id === selected);
  const pressed = press.current.frozen === undefined ? -1 : items.findIndex(({ id }) => id === press.current.id);
  const virtualizer = useVirtualizer({ scroller, items, rowHeight, kept: [chosen, pressed], draw });

  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [resetKey]);

  const showNewer = () => {
    release();
    scroller.current?.scrollTo({ top: 0 });
  };
  const move = (by: number) => {
    const next = items[Math.max(0, Math.min(items.length - 1, chosen === -1 ? (by > 0 ? 0 : items.length - 1) : chosen + by))];
    if (next === undefined) return false;
    props.onSelect(next.id);
    virtualizer.scrollToIndex(items.indexOf(next), { align: 'auto' });
    // After it is drawn; only where the focus was already in the list, or nowhere.
    if (scroller.current?.contains(document.activeElement) === true || document.activeElement === document.body)
      requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus({ preventScroll: true }));
    return true;
  };
  // Of the row that an event happened in.
  const idAt = (target: EventTarget | null) => {
    const row = target instanceof Element ? target.closest('.virtual-row') : null;
    return row === null ? undefined : items[Number(row.getAttribute('aria-rowindex')) - 1]?.id;
  };
  const page = () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 1);
  const inList = (by: () => number) => () => (scroller.current?.contains(document.activeElement) === true ? move(by()) : false);
  useKeys(
    label,
    [
      { key: 'j', does: 'Next', run: () => move(1) },
      { key: 'k', does: 'Previous', run: () => move(-1) },
      { key: 'ArrowDown', run: inList(() => 1) },
      { key: 'ArrowUp', run: inList(() => -1) },
      { key: ']', does: 'Next item, also with one open', run: () => move(1) },
      { key: '[', does: 'Previous item', run: () => move(-1) },
      { key: 'PageDown', run: inList(page) },
      { key: 'PageUp', run: inList(() => -page()) },
      { key: 'Home', run: inList(() => -items.length) },
      { key: 'End', run: inList(() => items.length) },
      {
        key: 'Enter',
        does: 'Open',
        run: () => {
          if (chosen === -1) return false;
          props.onOpen(items[chosen]?.id ?? '');
          return true;
        },
      },
      {
        key: '.',
        ...(growsAtTop && { does: 'Show what is new' }),
        run: () => {
          if (newer === 0) return false;
          showNewer();
          return true;
        },
      },
    ],
    hasKeys,
  );

  const drawn = useRows(virtualizer.getVirtualItems(), { ...props, items, rowHeight, chosen });
  const space = useOrderAtRest(drawn, virtualizer.isScrolling);
  const isAtEnd = (virtualizer.range?.endIndex ?? 0) >= items.length - 20;
  useEffect(() => {
    if (isAtEnd) props.onEnd?.();
  }, [isAtEnd, items.length]);
  return (
    <div class="virtual-list">
      {newer > 0 && (
        <button type="button" class="pill" onClick={showNewer}>
          {newer.toLocaleString('en')} new <kbd>.</kbd>
        </button>
      )}
      <div
        ref={scroller}
        class="virtual-scroller"
        role="grid"
        aria-label={label}
        aria-rowcount={items.length}
        {...(props.columns !== undefined && { 'aria-colcount': props.columns })}
        tabIndex={chosen === -1 ? 0 : -1}
        onFocus={(event) => {
          if (event.target === scroller.current && chosen === -1 && items[0] !== undefined && scroller.current?.matches(':focus-visible') === true)
            props.onSelect(items[0].id);
        }}
        onPointerDown={(event) => {
          const id = idAt(event.target);
          if (event.isPrimary && event.button === 0 && id !== undefined) press.current = { id, frozen: items };
        }}
        onClick={(event) => {
          const id = idAt(event.target);
          if (id === undefined) return;
          // A finger's click comes after it is let go, when the list may have moved on. One without a pointer, as of a screen reader, has no detail.
          const meant = (event.detail > 0 ? press.current.id : undefined) ?? id;
          props.onSelect(meant);
          props.onOpen(meant);
        }}
        onScroll={() => {
          isAtTop.value = (scroller.current?.scrollTop ?? 0) < rowHeight / 2;
        }}
      >
        <div ref={space} class="virtual-space" role="presentation" style={{ height: `${virtualizer.getTotalSize()}px` }}>
          {drawn}
        </div>
      </div>
    </div>
  );
}

interface RowsInput<Item extends { readonly id: string }> extends VirtualListProps<Item> {
  readonly rowHeight: number;
  readonly chosen: number;
}

// In the order of their elements. None is kept for the next time: each holds on to the list that it was first drawn in, and so to every list before.
function useRows<Item extends { readonly id: string }>(rows: readonly VirtualItem[], input: RowsInput<Item>): readonly VNode[] {
  const { items, rowHeight, chosen, rowClass, row } = input;
  const slots = useMemo(() => new RowSlots(), []);
  const present = rows.flatMap(({ index, start }) => {
    const item = items[index];
    return item === undefined ? [] : [{ index, start, item }];
  });
  const assigned = slots.assign(present.map(({ item }) => item.id));
  const drawn: VNode[] = [];
  for (const [at, { index, start, item }] of present.entries()) {
    const slot = assigned[at] ?? at;
    const isSelected = index === chosen;
    drawn[slot] = (
      <div
        key={slot}
        role="row"
        aria-rowindex={index + 1}
        aria-selected={isSelected}
        tabIndex={isSelected ? 0 : -1}
        class={`virtual-row ${rowClass?.(item) ?? ''}`}
        style={{ top: `${start}px`, height: `${rowHeight}px` }}
      >
        <Cells item={item} row={row} />
      </div>
    );
  }
  return drawn.flat();
}

interface CellsProps<Item> {
  readonly item: Item;
  readonly row: (item: Item) => VNode;
}

class Cells<Item> extends Component<CellsProps<Item>> {
  // Another state is a signal that was read in here.
  override shouldComponentUpdate({ item, row }: CellsProps<Item>, state: object): boolean {
    return item !== this.props.item || row !== this.props.row || state !== this.state;
  }

  override render({ item, row }: CellsProps<Item>): VNode {
    return row(item);
  }
}

interface Press<Item> {
  // The row that the pointer went down on last.
  readonly id?: string;
  // While it is down: the items of that moment.
  readonly frozen?: readonly Item[];
}

// What ends a press. A menu or another window may keep the end to itself.
const PRESS_ENDS = ['pointerup', 'pointercancel', 'contextmenu', 'blur'] as const;

function usePress<Item>(scroller: { readonly current: HTMLDivElement | null }, draw: (action: undefined) => void): { current: Press<Item> } {
  const press = useRef<Press<Item>>({});
  useEffect(() => {
    const begin = ({ isPrimary }: PointerEvent) => {
      if (isPrimary) press.current = {};
    };
    // After the click that belongs to it.
    const end = () => {
      const { id, frozen } = press.current;
      if (frozen === undefined) return;
      setTimeout(() => {
        if (press.current.frozen !== frozen) return;
        press.current = id === undefined ? {} : { id };
        if (scroller.current !== null) draw(undefined);
      });
    };
    addEventListener('pointerdown', begin, true);
    for (const name of PRESS_ENDS) addEventListener(name, end);
    return () => {
      removeEventListener('pointerdown', begin, true);
      for (const name of PRESS_ENDS) removeEventListener(name, end);
    };
  }, []);
  return press;
}

// After the last scrolling, and now and then while there is no end to it.
const REST = 150;
const LONGEST_DISORDER = 1_000;

// Sorting costs a frame of a fling too much; otherwise a row that came stands in its place at once.
function useOrderAtRest(drawn: readonly VNode[], isScrolling: boolean): { readonly current: HTMLDivElement | null } {
  const space = useRef<HTMLDivElement>(null);
  const disordered = useRef<number | undefined>(undefined);
  const sort = () => {
    // Whoever presses the button or has marked a text holds on to the elements.
    if (space.current === null || space.current.matches(':active') || isMarked(space.current)) return;
    disordered.current = undefined;
    inOrder(space.current);
  };
  useLayoutEffect(() => {
    if (!isScrolling) sort();
  }, [drawn]);
  useEffect(() => {
    const now = performance.now();
    disordered.current ??= now;
    const timer = setTimeout(sort, Math.max(0, Math.min(REST, disordered.current + LONGEST_DISORDER - now)));
    return () => clearTimeout(timer);
  }, [drawn]);
  return space;
}

function isMarked(place: HTMLElement): boolean {
  const marked = getSelection();
  return marked !== null && !marked.isCollapsed && place.contains(marked.anchorNode);
}

interface VirtualizerInput {
  readonly scroller: { readonly current: HTMLDivElement | null };
  readonly items: readonly { readonly id: string }[];
  readonly rowHeight: number;
  // Drawn also out of sight; -1 is none.
  readonly kept: readonly number[];
  draw(action: undefined): void;
}

function useVirtualizer({ scroller, items, rowHeight, kept, draw }: VirtualizerInput): Virtualizer<HTMLDivElement, HTMLDivElement> {
  const options = {
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => items[index]?.id ?? index,
    overscan: 5,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => draw(undefined),
    // The selected row stays, so that the focus has a place while it is out of sight; the pressed one, so that its element shows no other.
    rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const indexes = defaultRangeExtractor(range);
      const others = kept.filter((index) => index !== -1 && !indexes.includes(index));
      return others.length === 0 ? indexes : [...new Set([...indexes, ...others])].sort((one, other) => one - other);
    },
  };
  const virtualizer = useMemo(() => new Virtualizer<HTMLDivElement, HTMLDivElement>(options), []);
  virtualizer.setOptions(options);
  useEffect(() => virtualizer._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer._willUpdate());
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);
  return virtualizer;
}
