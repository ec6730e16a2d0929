// How one list of parameters becomes another, and what that makes of the arguments of a call.

export interface WantedParameter {
  // As it is to be written: `...name` takes the rest, `name?` may be left out.
  readonly name: string;
  // Its old name where that is another, or its place in the old list, from 1.
  readonly from?: string | undefined;
  readonly type?: string | undefined;
  // Empty where there shall be none any more.
  readonly default?: string | undefined;
  // What those calls pass that do not pass it yet.
  readonly value?: string | undefined;
}

// A parameter of the new list; `old` is its place in the old one, where it has been there.
export interface Slot extends WantedParameter {
  readonly old: number | undefined;
  readonly isRest: boolean;
  readonly isOptional: boolean;
  // What stands for it where it is left out before others; without it the filler of the language does.
  readonly gap?: string;
}

export interface ParameterChange {
  readonly slots: readonly Slot[];
  readonly oldCount: number;
  readonly removed: readonly number[];
  // Whether any argument of a call stands elsewhere afterwards, or is new, or goes.
  readonly moves: boolean;
}

// `old`: names, or patterns as they are written; empty where there is none.
export function matchedParameters(old: readonly string[], wanted: readonly WantedParameter[]): ParameterChange | { readonly problem: string } {
  const slots: Slot[] = [];
  for (const given of wanted) {
    const name = bare(given.name);
    if (name === '') return { problem: 'A parameter has no name.' };
    const at = placeOf(old, given.from === undefined ? name : bare(given.from));
    if (at === undefined && given.from !== undefined)
      return { problem: `There is no parameter ${given.from}: ${old.length === 0 ? 'it has none' : `they are ${old.join(', ')}`}.` };
    if (at !== undefined && slots.some((slot) => slot.old === at)) return { problem: `${old[at]} is there twice.` };
    if (slots.some((slot) => slot.name === name)) return { problem: `${name} is there twice.` };
    slots.push({ ...given, name, old: at, isRest: given.name.trim().startsWith('...'), isOptional: given.name.trim().endsWith('?') });
  }
  const removed = old.flatMap((_, index) => (slots.some((slot) => slot.old === index) ? [] : [index]));
  return { slots, oldCount: old.length, removed, moves: removed.length > 0 || slots.some((slot, index) => slot.old !== index) };
}

// One argument, or several that are written as one: `count` parameters, Infinity where nobody knows.
export interface Passed<Item> {
  readonly item: Item;
  readonly count: number;
}

export type NewArgument<Item> = { readonly item: Item } | { readonly text: string };

export interface Arranged<Item> {
  readonly arguments: readonly NewArgument<Item>[];
  readonly dropped: readonly Item[];
}

// `restAt`: where the old list takes the rest. `filler`: what stands for an argument that is left out before others; undefined where nothing can.
export function arrangedArguments<Item>(
  { slots, oldCount }: Pick<ParameterChange, 'slots' | 'oldCount'>,
  passed: readonly Passed<Item>[],
  { restAt, filler }: { readonly restAt: number | undefined; readonly filler: string | undefined },
): Arranged<Item> | { readonly problem: string } {
  const filled = filledParameters(slots, oldCount, restAt, passed);
  if ('problem' in filled) return filled;
  const { byOld, covered, extra } = filled;
  const dropped = [...byOld].filter(([at]) => !slots.some((slot) => slot.old === at)).flatMap(([, items]) => items);
  const contents = slots.map((slot) => contentOf(slot, byOld, covered));
  const missing = slots.find((_, index) => contents[index] === 'missing');
  if (missing !== undefined) return { problem: `${missing.name} must be passed, and there is no value for it: pass value, or a default.` };
  const last = extra.length > 0 ? slots.length - 1 : contents.findLastIndex((content) => content !== 'hole');
  const list: NewArgument<Item>[] = [];
  for (const [index, content] of contents.slice(0, last + 1).entries()) {
    const slot = slots[index];
    if (typeof content !== 'string') list.push(...content);
    else if (slot !== undefined && !slot.isRest) {
      const text = slot.gap ?? filler;
      if (text === undefined) return { problem: `${slot.name} would have to be passed too: pass value.` };
      list.push({ text });
    }
  }
  return { arguments: [...list, ...extra.map((item) => ({ item }))], dropped };
}

interface Filled<Item> {
  readonly byOld: ReadonlyMap<number, readonly Item[]>;
  // Filled by what stands before.
  readonly covered: ReadonlySet<number>;
  // Beyond the last parameter.
  readonly extra: readonly Item[];
}

function filledParameters<Item>(
  slots: readonly Slot[],
  oldCount: number,
  restAt: number | undefined,
  passed: readonly Passed<Item>[],
): Filled<Item> | { readonly problem: string } {
  const byOld = new Map<number, Item[]>();
  const covered = new Set<number>();
  const extra: Item[] = [];
  const ownerOf = (place: number) => (restAt !== undefined && place >= restAt ? restAt : place);
  const slotOf = (place: number) => slots.findIndex((slot) => slot.old === ownerOf(place));
  let at = 0;
  for (const { item, count } of passed) {
    // What follows something of unknown length stays behind it.
    const place = ownerOf(Number.isFinite(at) ? at : [...byOld.keys()].reduce((most, key) => Math.max(most, key), 0));
    if (place >= oldCount) extra.push(item);
    else byOld.set(place, [...(byOld.get(place) ?? []), item]);
    const end = Math.min(place + count, oldCount);
    const isRest = place === restAt;
    for (let next = place + 1; next < end && !isRest; next++) {
      if (slotOf(next) < 0 || slotOf(next) !== slotOf(next - 1) + 1) return { problem: 'several arguments are spread from one value and would be parted.' };
      covered.add(next);
    }
    const isOpen = count !== 1 && place + count > oldCount && !isRest;
    if (isOpen && place < oldCount && slotOf(oldCount - 1) !== slots.length - 1)
      return { problem: 'arguments are spread from a value of unknown length and would not be the last.' };
    at += count;
  }
  return { byOld, covered, extra };
}

type Content<Item> = readonly NewArgument<Item>[] | 'hole' | 'missing';

function contentOf<Item>(slot: Slot, byOld: ReadonlyMap<number, readonly Item[]>, covered: ReadonlySet<number>): Content<Item> {
  const items = slot.old === undefined ? undefined : byOld.get(slot.old);
  if (items !== undefined) return items.map((item) => ({ item }));
  if (slot.old !== undefined && covered.has(slot.old)) return [];
  if (slot.value !== undefined && slot.value !== '') return [{ text: slot.value }];
  if (slot.old !== undefined) return slot.default === '' && !slot.isOptional ? 'missing' : 'hole';
  return slot.isOptional || slot.isRest || (slot.default !== undefined && slot.default !== '') ? 'hole' : 'missing';
}

function placeOf(old: readonly string[], name: string): number | undefined {
  const found = old.findIndex((own) => own !== '' && squeezed(own) === squeezed(name));
  if (found >= 0) return found;
  const number = /^[1-9]\d*$/.test(name) ? Number(name) - 1 : old.length;
  return number < old.length ? number : undefined;
}

function bare(name: string): string {
  return name
    .trim()
    .replace(/^\.\.\./, '')
    .replace(/\?$/, '')
    .trim();
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, '');
}
