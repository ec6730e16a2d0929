// The arguments of one call in Python, Go, C or C++ as the new parameters want them.
import type { WantedElement } from '../../../../base/text/elementLists.ts';
import { arrangedArguments, type ParameterChange, type Slot } from '../../../../base/text/parameterLists.ts';
import type { Span } from '../../../../base/text/rewrites.ts';
import type { CallSyntax } from '../../../../machine/syntax/syntaxSignatures.ts';

export type CallChange = { readonly wanted: readonly WantedElement[]; readonly conflicts: readonly string[] } | { readonly problem: string };

// Of the parameters that calls can pass; separators of Python are none.
export interface CallSide {
  readonly change: Pick<ParameterChange, 'slots' | 'oldCount'>;
  readonly restAt: number | undefined;
}

export function positionalCall(text: string, call: CallSyntax, { change, restAt }: CallSide, required: number): CallChange {
  const { arguments: given } = call;
  // Go lets a call of several results stand for several arguments.
  if (given.length < required) return { problem: 'its arguments come from another call' };
  const arranged = arrangedArguments(
    change,
    given.map((_, item) => ({ item, count: 1 })),
    { restAt, filler: undefined },
  );
  if ('problem' in arranged) return arranged;
  const wanted = arranged.arguments.map((argument) => ('item' in argument ? argument.item : argument.text));
  return { wanted, conflicts: conflictsOf(text, given, arranged.dropped, wanted) };
}

export interface PythonSide extends CallSide {
  readonly oldNames: readonly string[];
  // Old places that are passed by name only, and by place only.
  readonly keywordOnly: ReadonlySet<number>;
  readonly positionalOnly: ReadonlySet<number>;
  // The same of the new list.
  readonly newKeywordOnly: ReadonlySet<Slot>;
}

interface PythonArgument {
  readonly index: number;
  // The name with which it is passed.
  readonly keyword: string | undefined;
  readonly stars: number;
}

export function pythonCall(text: string, plain: string, call: CallSyntax, side: PythonSide): CallChange {
  const given = call.arguments.map(({ start, end }, index): PythonArgument => {
    const own = plain.slice(start, end);
    return { index, keyword: /^([\p{ID_Start}_][\p{ID_Continue}]*)\s*=(?!=)/u.exec(own)?.[1], stars: /^\*{0,2}/.exec(own)?.[0].length ?? 0 };
  });
  const { slots } = side.change;
  const spread = given.find(({ stars }) => stars === 1);
  const isMapped = given.some(({ stars }) => stars === 2);
  const kept = slots.flatMap(({ old }) => (old === undefined ? [] : [old]));
  const isInOrder = kept.length === side.change.oldCount && kept.every((old, index) => old === index);
  if (isMapped && (kept.length < side.change.oldCount || slots.some(({ old, name }) => old !== undefined && side.oldNames[old] !== name)))
    return { problem: 'its arguments come from a dictionary' };
  if (spread !== undefined) return isInOrder ? spreadCall(given, side) : { problem: 'its arguments are spread from a value' };
  const { byOld, rest, others } = passedOf(given, side);
  const positional: WantedElement[] = [];
  const keywords: { readonly element: WantedElement; readonly order: number }[] = [];
  let isOpen = true;
  for (const slot of slots) {
    const isRest = slot.old !== undefined && slot.old === side.restAt;
    if (isRest && rest.length > 0 && !isOpen) return { problem: 'what comes before its last arguments would be left out' };
    if (isRest) positional.push(...rest.map(({ index }) => index));
    if (isRest || (slot.old !== undefined && side.oldNames[slot.old]?.startsWith('**'))) continue;
    const passed = slot.old === undefined ? undefined : byOld.get(slot.old);
    const byPlace = isOpen && !side.newKeywordOnly.has(slot);
    if (passed === undefined && !slot.value) {
      if (slot.old === undefined && !slot.default) return { problem: `${slot.name} must be passed, and there is no value for it: pass value, or a default` };
      if (slot.old !== undefined && slot.default === '') return { problem: `${slot.name} must be passed, and there is no value for it: pass value` };
      isOpen = false;
    } else if (passed?.keyword !== undefined) {
      keywords.push({ element: passed.index, order: passed.index });
      isOpen = false;
    } else if (byPlace) positional.push(passed?.index ?? slot.value ?? '');
    else if (slot.old !== undefined && side.positionalOnly.has(slot.old)) return { problem: `${slot.name} can be passed by its place only` };
    else
      keywords.push({
        element: passed === undefined ? `${slot.name}=${slot.value}` : { element: passed.index, prefix: `${slot.name}=` },
        order: passed?.index ?? given.length,
      });
  }
  const ordered = [...keywords, ...others.map(({ index }) => ({ element: index, order: index }))]
    .sort((a, b) => a.order - b.order)
    .map(({ element }) => element);
  const wanted = [...positional, ...ordered];
  const used = new Set(wanted.map(numberOf));
  const dropped = given.flatMap(({ index }) => (used.has(index) ? [] : [index]));
  return { wanted, conflicts: conflictsOf(text, call.arguments, dropped, wanted) };
}

// Where nothing changes its place, new ones are passed by name behind all others.
function spreadCall(given: readonly PythonArgument[], { change: { slots } }: PythonSide): CallChange {
  const added = slots.filter(({ old }) => old === undefined);
  const unfilled = added.find((slot) => !slot.value && !slot.default);
  if (unfilled !== undefined) return { problem: `${unfilled.name} must be passed, and there is no value for it: pass value, or a default` };
  return { wanted: [...given.map(({ index }) => index), ...added.flatMap(({ name, value }) => (value ? [`${name}=${value}`] : []))], conflicts: [] };
}

function passedOf(given: readonly PythonArgument[], { oldNames, keywordOnly, restAt, change }: PythonSide) {
  const byOld = new Map<number, PythonArgument>();
  const rest: PythonArgument[] = [];
  const others: PythonArgument[] = [];
  let place = 0;
  for (const argument of given) {
    const named = argument.keyword === undefined ? -1 : oldNames.indexOf(argument.keyword);
    if (argument.stars === 2 || (argument.keyword !== undefined && named < 0)) others.push(argument);
    else if (named >= 0) byOld.set(named, argument);
    else {
      while (keywordOnly.has(place)) place++;
      if (restAt !== undefined && place >= restAt) rest.push(argument);
      else if (place < change.oldCount) byOld.set(place, argument);
      else others.push(argument);
      place++;
    }
  }
  return { byOld, rest, others };
}

const RUNS_CODE = /[\p{ID_Continue})\]]\s*\(|<-|\bawait\b|:=|\+\+|--|\byield\b/u;

function conflictsOf(text: string, given: readonly Span[], dropped: readonly number[], wanted: readonly WantedElement[]): readonly string[] {
  const runs = (index: number) => {
    const span = given[index];
    return span !== undefined && RUNS_CODE.test(text.slice(span.start, span.end));
  };
  const running = wanted.map(numberOf).filter((index) => index >= 0 && runs(index));
  const isSwapped = running.some((index, at) => running.slice(0, at).some((before) => before > index));
  return [...(dropped.some(runs) ? ['an argument that would go runs code'] : []), ...(isSwapped ? ['arguments that run code would run in another order'] : [])];
}

// Of something new -1.
function numberOf(element: WantedElement): number {
  return typeof element === 'string' ? -1 : typeof element === 'number' ? element : element.element;
}
