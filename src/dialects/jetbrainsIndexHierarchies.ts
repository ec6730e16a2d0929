// The tools of the JetBrains index plugin that ask what stands above, below and around a symbol.
import { z } from 'zod';
import { defineDialectTool } from './dialect.ts';
import { cutOf, given, inCapitals, nearest, place, pointed, position } from './jetbrainsIndexWords.ts';

// The dialect does not page, so the answer may be as long as ours can be; what was cut nevertheless says so.
const WHOLE = { max_tokens: 100_000, page_size: 500 };

interface TypeRow {
  name: string;
  kind: string;
  file: string;
  line: number;
  cut?: string | undefined;
  children?: TypeRow[] | undefined;
}

const typeRow: z.ZodType<TypeRow> = z.object({
  name: z.string(),
  kind: z.string(),
  file: z.string(),
  line: z.number(),
  cut: z.string().optional(),
  get children() {
    return z.array(typeRow).optional();
  },
});

export const typeHierarchy = defineDialectTool({
  name: 'ide_type_hierarchy',
  tool: 'type_hierarchy',
  description: 'The supertypes and subtypes of the class or interface at a position, in the whole project.',
  input: z.strictObject(position),
  answer: z.object({
    symbol: pointed,
    type: z.object({ name: z.string(), kind: z.string(), file: z.string() }),
    supertypes: z.array(typeRow).default([]),
    subtypes: z.array(typeRow).default([]),
    notes: z.array(z.string()).optional(),
  }),
  toArguments: ({ project_path, ...symbol }) => ({ symbol, ...WHOLE, ...given({ project_path }) }),
  toResult(pages, { given: asked }) {
    return {
      element: typeElement(pages[0].type),
      supertypes: flat(pages[0].supertypes),
      subtypes: flat(pages.flatMap(({ subtypes }) => subtypes)),
      ...cutIn(pages, ({ supertypes, subtypes }) => [...supertypes, ...subtypes]),
      ...nearest(pages[0].symbol, asked),
    };
  },
});

interface CutRow {
  readonly cut?: string | undefined;
  readonly children?: readonly CutRow[] | undefined;
}

// A tree of which a part was not followed is not the whole tree.
function cutIn<Page extends { readonly notes?: readonly string[] | undefined }>(pages: readonly Page[], rowsOf: (page: Page) => readonly CutRow[]) {
  const isCut = ({ cut, children = [] }: CutRow): boolean => cut === 'not followed' || children.some(isCut);
  const notes = [...new Set(pages.flatMap((page) => page.notes ?? []))];
  return given({ truncated: pages.some((page) => rowsOf(page).some(isCut)) ? true : undefined, notes: notes.length > 0 ? notes : undefined });
}

// Each type once, however many ways lead to it; what is nearest first.
function flat(rows: readonly TypeRow[]): Record<string, unknown>[] {
  const found = new Map<string, TypeRow>();
  let level = rows;
  while (level.length > 0) {
    for (const row of level) if (!found.has(keyOf(row))) found.set(keyOf(row), row);
    level = level.flatMap(({ children }) => children ?? []);
  }
  return [...found.values()].map(typeElement);
}

function keyOf({ name, file, line }: TypeRow): string {
  return `${file}:${line}:${name}`;
}

function typeElement({ name, file, kind }: { name: string; file: string; kind: string }): Record<string, unknown> {
  return { name, file, kind: inCapitals(kind) };
}

interface CallRow {
  name: string;
  file: string;
  line: number;
  cut?: string | undefined;
  children?: CallRow[] | undefined;
}

const callRow: z.ZodType<CallRow> = z.object({
  name: z.string(),
  file: z.string(),
  line: z.number(),
  cut: z.string().optional(),
  get children() {
    return z.array(callRow).optional();
  },
});

export const callHierarchy = defineDialectTool({
  name: 'ide_call_hierarchy',
  tool: 'call_hierarchy',
  description: 'Who calls the method at a position (callers), or whom it calls (callees), as a tree.',
  input: z.strictObject({
    ...position,
    direction: z.enum(['callers', 'callees']).optional().describe('callers if absent.'),
    depth: z.int().min(1).max(10).optional().describe('Levels of the tree; 3 if absent.'),
  }),
  answer: z.object({
    symbol: pointed,
    function: z.object({ name: z.string(), file: z.string(), line: z.number() }),
    calls: z.array(callRow),
    notes: z.array(z.string()).optional(),
  }),
  toArguments: ({ project_path, direction, depth, ...symbol }) => ({ symbol, ...WHOLE, ...given({ project_path, direction, depth }) }),
  toResult: (pages, { given: asked }) => ({
    element: callElement(pages[0].function),
    calls: pages.flatMap(({ calls }) => calls.map(callElement)),
    ...cutIn(pages, ({ calls }) => calls),
    ...nearest(pages[0].symbol, asked),
  }),
});

// Without children because they would come round again (cycle), stand elsewhere in the tree, or were not followed.
function callElement({ name, file, line, cut, children }: CallRow): Record<string, unknown> {
  return { name: dotted(name), file, line, ...given({ cut }), ...(children !== undefined && { children: children.map(callElement) }) };
}

export const findImplementations = defineDialectTool({
  name: 'ide_find_implementations',
  tool: 'find_implementations',
  description: 'Implementations of the interface, class or method at a position, in the whole project.',
  input: z.strictObject(position),
  answer: z.object({
    symbol: pointed,
    implementations: z.array(
      place.extend({ name: z.string().optional(), kind: z.string().optional(), text: z.string().optional(), length: z.number().optional() }),
    ),
  }),
  toArguments: ({ project_path, ...symbol }) => ({ symbol, page_size: 500, ...given({ project_path }) }),
  toResult(pages, { given: asked }) {
    const implementations = pages.flatMap(({ symbol, implementations: rows }) =>
      rows.map(({ name, kind, file, line, column, text, length }) => ({
        // What has no name of its own, such as an object literal, goes by that of what it implements.
        name: dotted(name ?? symbol.name),
        kind: inCapitals(kind ?? 'object'),
        file,
        line,
        column,
        context: text ?? '',
        ...cutOf('context', length),
      })),
    );
    return { implementations, totalCount: implementations.length, ...nearest(pages[0].symbol, asked) };
  },
});

// Cart/total is Cart.total there.
function dotted(path: string): string {
  return path.replaceAll('/', '.');
}
