// Which tools can do what the agent has in mind, also those that its list does not show.
import { z } from 'zod';
import { closest } from '../../base/text/closest.ts';
import { counted } from '../../base/text/counted.ts';
import { defineMachineTool, type Tool } from '../tool.ts';
import { pageInput, pageOf, pageOutput, weighJson } from '../words/page.ts';

const row = z.object({
  name: z.string(),
  effect: z.string(),
  description: z.string(),
  // What it takes, as JSON Schema; left out where the whole catalogue is listed.
  inputSchema: z.record(z.string(), z.unknown()).optional(),
});
type Row = z.infer<typeof row>;

export const findTools = defineMachineTool({
  name: 'find_tools',
  title: 'Find tools',
  description: 'There are more tools than your list shows: find them by what they do, best first, with their arguments. Call them with call_tool.',
  effect: 'reads',
  hidden: true,
  input: z.strictObject({
    query: z.string().min(1).optional().describe('Words, as "callers of a method". Without: every tool, in short.'),
    cursor: pageInput.cursor,
    page_size: pageInput.page_size,
  }),
  output: z.object({ total: z.number(), tools: z.array(row), ...pageOutput }),
  async run(context, input) {
    // Whoever asks here knows this one and the one that calls.
    const others = context.tools.filter(({ name, forwardedTo }) => name !== 'find_tools' && forwardedTo === undefined);
    const rows = input.query === undefined ? others.map(inShort) : ranked(input.query, others).map(inFull);
    const pageSize = input.page_size ?? (input.query === undefined ? undefined : USUAL_PAGE);
    const page = pageOf({ tool: 'find_tools', input: { ...input, page_size: pageSize }, rows, weigh: weighJson, budget: context.budget - OVERHEAD });
    return { total: rows.length, tools: [...page.rows], ...page.turn };
  },
  *tell(value) {
    const foot = value.cursor === undefined ? [] : [`More: cursor ${value.cursor}`];
    const head = value.total === 0 ? 'No tool fits these words. Without query, every tool is listed.' : counted(value.total, 'tool');
    yield [head, ...value.tools.flatMap(withSchema), ...foot].join('\n');
    yield [head, ...value.tools.map(inOneLine), ...foot].join('\n');
  },
});

// Schemas are long, and what is meant is mostly among the first.
const USUAL_PAGE = 5;
const OVERHEAD = 80;

// What a word found in the name says more than in the description; in the names of arguments it says little.
const PARTS = ['name', 'title', 'description', 'arguments'] as const;
const WEIGHTS: Readonly<Record<(typeof PARTS)[number], number>> = { name: 5, title: 2, description: 3, arguments: 1 };

const EMPTY_WORDS = new Set([
  'a',
  'all',
  'an',
  'and',
  'by',
  'do',
  'does',
  'for',
  'from',
  'how',
  'i',
  'in',
  'is',
  'it',
  'me',
  'my',
  'of',
  'on',
  'or',
  'the',
  'this',
  'to',
  'with',
]);

// Words that other programs and people have for the same thing.
const SAME_WORDS: Readonly<Record<string, string>> = {
  usage: 'reference',
  caller: 'reference',
  use: 'reference',
  declaration: 'definition',
  error: 'diagnostic',
  problem: 'diagnostic',
  warning: 'diagnostic',
  hover: 'inspect',
  ready: 'status',
  type: 'inspect',
  grep: 'search',
  structure: 'outline',
  folder: 'file',
  workspace: 'project',
};

function ranked(query: string, tools: readonly Tool[]): Tool[] {
  const asked = wordsOf(query).filter((word) => !EMPTY_WORDS.has(word));
  const weights = new Map(asked.map((word) => [word, rarity(word, tools)]));
  const total = (tool: Tool) => asked.reduce((sum, word) => sum + scoreOf(word, tool) * (weights.get(word) ?? 0), 0);
  const scored = tools.map((tool) => ({ tool, score: total(tool) })).filter(({ score }) => score > 0);
  const found = scored.toSorted((a, b) => b.score - a.score).map(({ tool }) => tool);
  // A name, perhaps misspelled; or words that no tool has.
  return found.length === 0 || /^[a-z]+(?:_[a-z]+)+$/i.test(query) ? [...new Set([...namedLike(query, tools), ...found])] : found;
}

function namedLike(query: string, tools: readonly Tool[]): Tool[] {
  const names = closest(
    query.replaceAll(/\W+/g, '_'),
    tools.map(({ name }) => name),
    USUAL_PAGE,
  );
  return names.flatMap((name) => tools.filter((tool) => tool.name === name));
}

// A word that almost every tool has says little about which is meant.
function rarity(word: string, tools: readonly Tool[]): number {
  const holders = tools.filter((tool) => scoreOf(word, tool) > 0).length;
  return Math.log(1 + tools.length / Math.max(1, holders));
}

function scoreOf(word: string, { name, title, description, input }: Tool): number {
  const texts = { name, title, description, arguments: Object.keys(input.shape).join(' ') };
  const meanings = [word, SAME_WORDS[word]].filter((meaning) => meaning !== undefined);
  const holds = (text: string) => wordsOf(text).some((candidate) => meanings.some((meaning) => isSame(candidate, meaning)));
  return PARTS.reduce((sum, part) => sum + (holds(texts[part]) ? WEIGHTS[part] : 0), 0);
}

// Without the endings of the plural.
function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.replace(/(?<=\w{2})ies$/, 'y').replace(/(?<=\w{2}[^s])s$/, ''));
}

const ENDINGS = /^(?:e?rs?|ing|e?d|e?s|t?ions?|ments?|ation|ally)$/;

function isSame(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short === long || (long.startsWith(short) && ENDINGS.test(long.slice(short.length)));
}

function inShort({ name, effect, description }: Tool): Row {
  return { name, effect, description: /^.*?[.:](?=\s|$)/.exec(description)?.[0] ?? description };
}

function inFull({ name, effect, description, inputSchema }: Tool): Row {
  return { name, effect, description, inputSchema };
}

function withSchema(tool: Row): string[] {
  return [inOneLine(tool), ...(tool.inputSchema === undefined ? [] : [`  ${JSON.stringify(tool.inputSchema)}`])];
}

function inOneLine({ name, effect, description }: Row): string {
  return `${name} (${effect}): ${description}`;
}
