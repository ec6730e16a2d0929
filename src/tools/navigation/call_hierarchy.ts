// Who calls a function, or whom it calls, as a tree.
import { z } from 'zod';
import { counted } from '../../base/text/counted.ts';
import type { Answer } from '../../ide/answer.ts';
import type { Callable, CallDirection, CallRelations, Place } from '../../ide/doors/languages.ts';
import { notCallable } from '../../ide/errors/errors.ts';
import { type Location, placeKey } from '../../ide/text.ts';
import { superMembersOf } from '../../source/superMembers.ts';
import { isTest } from '../../source/symbolPriority.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { certificateOf, certificateOutput, tellCertificate } from '../words/certificate.ts';
import { pageInput, pageOutput, weighJson } from '../words/page.ts';
import { fileOf, isLibrary, lineAndColumn } from '../words/place.ts';
import { resolveSymbol, symbolFields, symbolInput, symbolOutput } from '../words/symbol.ts';
import { cutOutput, fitTree, growTree, levelsNote, type Nested, tellTree } from './words/hierarchy.ts';
import { notSearched } from './words/notSearched.ts';

interface Fields {
  name: string;
  file: string;
  line: number;
  // Lines of the calls: in the caller's file.
  at: number[];
  // How many further lines there are.
  more?: number | undefined;
  through?: string | undefined;
  library?: boolean | undefined;
}

const call: z.ZodType<Nested<Fields>, Nested<Fields>> = z.object({
  name: z.string(),
  file: z.string(),
  line: z.number(),
  at: z.array(z.number()),
  more: z.number().optional(),
  // The method above it, in a base class or interface, that is called.
  through: z.string().optional(),
  library: z.boolean().optional(),
  cut: cutOutput,
  get children() {
    return z.array(call).optional();
  },
});

export const callHierarchy = defineTool({
  name: 'call_hierarchy',
  title: 'Call hierarchy',
  description: 'Who calls a function, or whom it calls, as a tree. `at`: lines of the calls, in the caller. Calls through a base class or interface count.',
  effect: 'reads',
  lane: 'engine',
  input: z.strictObject({
    symbol: symbolInput,
    direction: z.enum(['callers', 'callees']).default('callers').describe('Which way.'),
    depth: z.int().min(1).max(10).default(3).describe('Levels.'),
    ...pageInput,
  }),
  output: z.object({
    symbol: symbolOutput,
    function: z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.number() }),
    direction: z.string(),
    // How many levels are shown.
    depth: z.number(),
    calls: z.array(call),
    ...pageOutput,
    ...certificateOutput,
  }),
  async run(context, input) {
    const { ide, signal } = context;
    const symbol = await resolveSymbol(context, input.symbol);
    const first = await ide.languages.calls(symbol.place, input.direction, signal);
    if (first.value === undefined) throw notCallable(symbol.name);
    const calls = new Calls(context, input.direction, first.value.of, first);
    const grown = await growTree<Item>(
      { callable: first.value.of, lines: [] },
      {
        depth: input.depth,
        childrenOf: ({ callable }) => calls.of(callable),
        keyOf: ({ callable }) => placeKey(callable.location),
        isFollowed: ({ callable }) => callable.kind !== 'module' && !isLibrary(ide.project, callable.location.uri),
        budget: context.budget,
      },
    );
    // What a function calls stands in it.
    const unsearched = input.direction === 'callers' && input.cursor === undefined ? await notSearched(context, symbol) : undefined;
    const around = {
      symbol: symbolFields(symbol),
      function: { ...placed(context, first.value.of), kind: first.value.of.kind },
      direction: input.direction,
      ...certificateOf(calls.answers, [...symbol.notes, ...calls.notes()], unsearched),
    };
    const fitted = fitTree(grown.trees, (item) => fieldsOf(context, item), {
      tool: 'call_hierarchy',
      input,
      budget: context.budget - weighJson(around) - OVERHEAD,
    });
    const notes = [...(around.notes ?? []), ...levelsNote(fitted.depth, grown, '', 'functions')];
    return { ...around, depth: fitted.depth, calls: [...fitted.rows], ...fitted.turn, ...(notes.length > 0 && { notes }) };
  },
  *tell(value) {
    const { name, file, line } = value.function;
    const head = `${value.direction === 'callers' ? 'Callers of' : 'Callees of'} ${name} (${file}:${line})${value.calls.length === 0 ? ': none' : ''}`;
    const foot = [
      ...(value.stale === true ? ['The calls changed since the cursor was given out; earlier pages are out of date.'] : []),
      ...(value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`]),
      ...tellCertificate(value),
    ];
    for (let levels = Math.max(1, value.depth); levels > 0; levels--) yield [head, ...tellTree(value.calls, tellCall, levels), ...foot].join('\n');
    yield [head, `${counted(value.calls.length, 'function')}; the rest does not fit.`, ...foot].join('\n');
  },
});

// Keys, the depth, the cursor and a note.
const OVERHEAD = 100;

interface Item {
  readonly callable: Callable;
  readonly lines: readonly number[];
  readonly through?: string;
}

// What was asked on the way, and what every answer said about itself.
class Calls {
  readonly answers: Answer<unknown>[];
  readonly #context: ProjectContext;
  readonly #direction: CallDirection;
  readonly #known: ReadonlyMap<string, Answer<CallRelations | undefined>>;
  readonly #unread = new Set<string>();
  // Where the engine had no call hierarchy: how they were found.
  readonly #how = new Set<string>();

  constructor(context: ProjectContext, direction: CallDirection, root: Callable, first: Answer<CallRelations | undefined>) {
    this.#context = context;
    this.#direction = direction;
    this.#known = new Map([[placeKey(root.location), first]]);
    this.answers = [first];
  }

  async of(callable: Callable): Promise<readonly Item[]> {
    const direct = (await this.#itemsAt(callable.location)).map((item) => [placeKey(item.callable.location), item] as const);
    const items = new Map(direct);
    if (this.#direction === 'callees' || callable.container === undefined) return [...items.values()];
    if (await this.#callsOnlySuper(callable, items.get(placeKey(callable.location)))) items.delete(placeKey(callable.location));
    const above = await superMembersOf(this.#context, placeOf(callable.location));
    this.answers.push(...(above?.answers ?? []));
    for (const name of above?.unread ?? []) this.#unread.add(name);
    for (const member of above?.above ?? []) {
      for (const item of await this.#itemsAt(member.location)) {
        const key = placeKey(item.callable.location);
        // An override that calls what it overrides does not call itself.
        if (key === placeKey(callable.location)) continue;
        const known = items.get(key);
        if (known === undefined) items.set(key, { ...item, through: member.name });
        else items.set(key, { ...known, lines: [...new Set([...known.lines, ...item.lines])].sort((a, b) => a - b) });
      }
    }
    return [...items.values()];
  }

  // Engines count `super.total()` or `Base::total()` in an override of total as a call of every total, also of the override itself.
  async #callsOnlySuper(callable: Callable, itself: Item | undefined): Promise<boolean> {
    if (itself === undefined) return false;
    const document = await this.#context.ide.documents.read(callable.location.uri, this.#context.signal);
    return itself.lines.every((line) => CALL_OF_SUPER.test(document.line(line - 1) ?? ''));
  }

  notes(): string[] {
    const unread = this.#unread.size === 0 ? [] : [`Calls through types outside the project are not followed: ${[...this.#unread].join(', ')}.`];
    return [...this.#how, ...unread];
  }

  async #itemsAt(location: Location): Promise<readonly Item[]> {
    const known = this.#known.get(placeKey(location));
    const answer = known ?? (await this.#context.ide.languages.calls(placeOf(location), this.#direction, this.#context.signal));
    if (known === undefined) this.answers.push(answer);
    if (answer.value?.note !== undefined) this.#how.add(answer.value.note);
    const items = (answer.value?.calls ?? []).map(({ callable, places }) => ({
      callable,
      lines: [...new Set(places.map(({ start }) => lineAndColumn(start).line))],
    }));
    return withoutOverloads(items).toSorted((a, b) => rankOf(this.#context, a) - rankOf(this.#context, b));
  }
}

// Engines return each signature of an overloaded function; it is one function, and one call.
function withoutOverloads(items: readonly Item[]): Item[] {
  const keys = items.map(({ callable: { name, container, location }, lines }) => `${location.uri} ${container}/${name} ${lines.join()}`);
  return items.filter((_, index) => keys.indexOf(keys[index] ?? '') === index);
}

// What an agent looks for first: the project's own code, then its tests, then libraries.
function rankOf({ ide }: ProjectContext, { callable: { location } }: Item): number {
  if (isLibrary(ide.project, location.uri)) return 2;
  return isTest(fileOf(ide.project, location.uri)) ? 1 : 0;
}

// A test may call a function a hundred times; the first lines say where to look.
const MOST_LINES = 20;
const CALL_OF_SUPER = /\bsuper\s*(?:\([^()]*\))?\s*\??\.|[\p{ID_Continue}>]::~?[\p{ID_Continue}]+\s*\(/u;

function fieldsOf(context: ProjectContext, { callable, lines, through }: Item): Fields {
  return {
    ...placed(context, callable),
    at: lines.slice(0, MOST_LINES),
    ...(lines.length > MOST_LINES && { more: lines.length - MOST_LINES }),
    ...(through !== undefined && { through }),
    ...(isLibrary(context.ide.project, callable.location.uri) && { library: true }),
  };
}

function placed(context: ProjectContext, { name, container, location }: Callable): { name: string; file: string; line: number } {
  return {
    name: container === undefined ? name : `${container}/${name}`,
    file: fileOf(context.ide.project, location.uri),
    line: lineAndColumn(location.range.start).line,
  };
}

function tellCall({ name, file, line, at, more, through, library }: Fields): string {
  const lines = `calls at ${at.join(', ')}${more === undefined ? '' : ` and ${more} more`}`;
  // The place of a library's function is long and seldom of use; the value has it.
  if (library === true) return `${name} of a library, ${lines}`;
  // Calls outside any function are the file's own.
  const who = file.endsWith(`/${name}`) || file === name ? `${file}, outside functions` : `${name} ${file}:${line}`;
  return `${who}, ${lines}${through === undefined ? '' : `, through ${through}`}`;
}

function placeOf({ uri, range }: Location): Place {
  return { uri, position: range.start };
}
