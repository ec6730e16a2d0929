// The answer to tools/list: computed once per set of tools or dialect and shared by every connection.
import type { Tool as ListedTool, ToolAnnotations } from '@modelcontextprotocol/server';
import type { Dialect } from '../dialects/dialect.ts';
import type { Catalogue } from '../tools/catalogue.ts';
import type { Effect, Tool } from '../tools/tool.ts';

const listsOfSets = new WeakMap<Catalogue, Map<string, ListedTool[]>>();
const listsOfDialects = new WeakMap<Dialect, WeakMap<Catalogue, ListedTool[]>>();

const texts = new WeakMap<object, string>();

// Clients choose sets by name, so there could be any number of them; the few that are in use are kept.
const MOST_KEPT = 50;

export function listedTools(catalogue: Catalogue, shown: readonly Tool[]): ListedTool[] {
  const lists = computedOnce(listsOfSets, catalogue, () => new Map<string, ListedTool[]>());
  const key = shown.map(({ name }) => name).join();
  const known = lists.get(key);
  if (known !== undefined) return known;
  if (lists.size >= MOST_KEPT) lists.clear();
  const list = withText(shown.map(listed));
  lists.set(key, list);
  return list;
}

export function toolsOfDialect(catalogue: Catalogue, dialect: Dialect): ListedTool[] {
  const lists = computedOnce(listsOfDialects, dialect, () => new WeakMap<Catalogue, ListedTool[]>());
  return computedOnce(lists, catalogue, () => withText(listedInDialect(dialect, catalogue)));
}

// The JSON of a list that was computed here; undefined for anything else.
export function textOfTools(tools: unknown): string | undefined {
  return typeof tools === 'object' && tools !== null ? texts.get(tools) : undefined;
}

// Clients decide from these whether to ask their person (docs/design/annotations.md): what the tool's effect says, refined where it says more.
export function annotationsOf({ effect, hints = {} }: Pick<Tool, 'effect' | 'hints'>): ToolAnnotations {
  const { destructive, idempotent, openWorld } = hints;
  return {
    ...ANNOTATIONS[effect],
    ...(destructive !== undefined && { destructiveHint: destructive.is }),
    ...(idempotent !== undefined && { idempotentHint: idempotent.is }),
    ...(openWorld !== undefined && { openWorldHint: openWorld.is }),
  };
}

const ANNOTATIONS: Readonly<Record<Effect, ToolAnnotations>> = {
  reads: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  edits: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  runs: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  controls: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
};

function withText(tools: ListedTool[]): ListedTool[] {
  texts.set(tools, JSON.stringify(tools));
  return tools;
}

function listed(tool: Tool): ListedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: tool.inputSchema,
    outputSchema: tool.outputSchema,
    // Clients of 2025-03-26 know a title only here.
    annotations: { title: tool.title, ...annotationsOf(tool) },
  };
}

function listedInDialect(dialect: Dialect, catalogue: Catalogue): ListedTool[] {
  return dialect.tools.flatMap((row) => {
    const tool = catalogue.find(row.tool);
    if (tool === undefined) return [];
    const { examples, notes } = row;
    const about = { ...(examples !== undefined && { examples }), ...(notes !== undefined && { notes }) };
    return [
      {
        name: row.name,
        description: notes === undefined ? row.description : `${row.description} ${notes}`,
        inputSchema: examples === undefined ? row.inputSchema : { ...row.inputSchema, examples },
        annotations: annotationsOf(tool),
        ...(Object.keys(about).length > 0 && { _meta: about }),
      },
    ];
  });
}

function computedOnce<Key extends object, Value>(known: WeakMap<Key, Value>, key: Key, compute: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = compute();
  known.set(key, value);
  return value;
}
