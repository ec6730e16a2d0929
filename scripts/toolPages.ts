// The reference of the tools, written from the catalogue: one page for each family, one for the errors, and a table of contents.
import { z } from 'zod';
import type { Tool } from '../src/tools/tool.ts';
import { type ErrorText, errorGroups } from './errorTexts.ts';

export interface Family {
  readonly name: string;
  readonly tools: readonly Tool[];
}

// A call as it went over the wire in the golden session.
export interface Example {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  readonly answer: unknown;
}

// File name to text.
export function toolPages(families: readonly Family[], errorSource: string, examples: readonly Example[]): Map<string, string> {
  const groups = errorGroups(errorSource);
  return new Map([
    ['README.md', contents(families)],
    ...families.map((family): [string, string] => [`${family.name}.md`, familyPage(family, groups, examples)]),
    ['errors.md', errorPage(groups)],
  ]);
}

const GENERATED = '<!-- Written by npm run docs from the catalogue. Do not edit. -->';

// What means the same in every answer that has it.
const sharedFields: Readonly<Record<string, string>> = {
  symbol: 'Which symbol was meant.',
  total: 'How many there are, in all pages.',
  cursor: 'Present when there is more: pass it, with the same arguments, for the next page.',
  stale: 'The rows changed since the cursor was given out.',
  complete: 'Whether the answer is whole.',
  why: 'What is missing, when it is not.',
  engine: 'Who answered.',
  notes: 'What happened on the way, such as a restart after a crash.',
  next: 'What to do next.',
  mentions: 'Files that hold the word but no reference: strings, comments, other languages.',
};

const Schema = z.object({
  type: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  get items() {
    return Schema.optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional();
  },
  $ref: z.string().optional(),
  required: z.array(z.string()).optional(),
});
type Schema = z.infer<typeof Schema>;

const OF_OPENING = ['not_a_folder', 'project_too_broad', 'project_not_for_agents'];

function contents(families: readonly Family[]): string {
  const rows = families.flatMap(({ name, tools }) =>
    tools.map((tool) => `| [\`${tool.name}\`](${name}.md#${tool.name}) | ${tool.effect} | ${cell(firstSentence(tool.description))} |`),
  );
  return page([
    '# Tools',
    `${rows.length} tools. Every one takes \`project_path\` where several projects are open, answers with a value that is complete by itself and a short text, and fails with \`{error, message, next}\`: see [errors](errors.md).`,
    ['| tool | effect | what it does |', '|---|---|---|', ...rows].join('\n'),
    'Lines and columns count from 1. Files are relative to the project; what lies outside it is named by an absolute path. `complete: false` means that the answer may lack something, and `why` says what. `cursor` asks for the next page, with the same arguments; `stale: true` says that the rows changed in between.',
    'A tool that *needs* a door of the IDE is listed and called only where the host has it. The daemon has all of them; a VS Code window has none yet, so it serves the tools without.',
  ]);
}

function familyPage({ name, tools }: Family, groups: ReadonlyMap<string, readonly ErrorText[]>, examples: readonly Example[]): string {
  return page([
    `# ${capital(name)}`,
    ...tools.flatMap((tool) =>
      toolSection(
        tool,
        groups,
        examples.find((example) => example.tool === tool.name),
      ),
    ),
  ]);
}

function toolSection(tool: Tool, groups: ReadonlyMap<string, readonly ErrorText[]>, example: Example | undefined): string[] {
  return [
    `<a id="${tool.name}"></a>\n## ${tool.name}`,
    tool.description,
    `*${tool.title}.* Effect: \`${tool.effect}\`.${tool.needs.length === 0 ? '' : ` Needs: ${tool.needs.map((door) => `\`${door}\``).join(', ')}.`}`,
    `### Arguments\n\n${fields(tool.inputSchema, ['argument', 'type', ''])}`,
    `### Result\n\n${fields(tool.outputSchema, ['field', 'type', ''], sharedFields)}`,
    `### Errors\n\n${errorsOf(tool, groups)
      .map((code) => `[\`${code}\`](errors.md#${code})`)
      .join(', ')}`,
    ...(example === undefined
      ? []
      : [`### Example\n\n\`\`\`json\n${shortJson(example.arguments)}\n\`\`\`\n\n\`\`\`json\n${shortJson(example.answer)}\n\`\`\``]),
  ];
}

function errorPage(groups: ReadonlyMap<string, readonly ErrorText[]>): string {
  const sections = [...groups].map(([group, errors]) =>
    [
      `## ${group}`,
      '',
      '| error | message | what to do next |',
      '|---|---|---|',
      ...errors.map(({ code, message, next }) => `| <a id="${code}"></a>\`${code}\` | ${cell(message)} | ${cell(next)} |`),
    ].join('\n'),
  );
  return page([
    '# Errors',
    'A call that fails changes nothing and says what to do next. On `/mcp` every failure is a result with `isError` and `{error, message, next}`, some with more, such as the candidates. … stands for what the call was about.',
    ...sections,
  ]);
}

// What a tool can say no with follows from what it takes.
function errorsOf(tool: Tool, groups: ReadonlyMap<string, readonly ErrorText[]>): string[] {
  const names = Object.keys(Schema.parse(tool.inputSchema).properties ?? {});
  const codes = (group: string) => (groups.get(group) ?? []).map(({ code }) => code);
  const calls = codes('Calls').filter(
    (code) =>
      (code !== 'unknown_tool' || tool.forwardedTo !== undefined) && (names.includes('cursor') || !['invalid_cursor', 'answer_too_large'].includes(code)),
  );
  const files = names.some((name) => ['file', 'files', 'symbol', 'under'].includes(name)) ? codes('Files') : [];
  const symbols = names.includes('symbol') ? codes('Symbols') : [];
  const engines = 'engine' in (Schema.parse(tool.outputSchema).properties ?? {}) ? codes('Engines') : [];
  const projects = tool.needsProject ? codes('Projects').filter((code) => !OF_OPENING.includes(code)) : names.includes('path') ? OF_OPENING : [];
  return [...new Set([...calls, 'not_permitted', ...projects, ...files, ...symbols, ...engines])];
}

function fields(schema: unknown, heads: readonly string[], shared: Readonly<Record<string, string>> = {}): string {
  const { properties = {}, required = [] } = Schema.parse(schema);
  const rows = rowsOf(properties, required, '', shared);
  if (rows.length === 0) return 'None.';
  return [`| ${heads.join(' | ')} |`, '|---|---|---|', ...rows].join('\n');
}

function rowsOf(properties: Record<string, Schema>, required: readonly string[], prefix: string, shared: Readonly<Record<string, string>>): string[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const described = [schema.description ?? shared[prefix + name], schema.default === undefined ? undefined : `Default: ${JSON.stringify(schema.default)}.`]
      .filter((text) => text !== undefined)
      .join(' ');
    const own = `| \`${prefix}${name}\`${required.includes(name) ? '' : '?'} | ${cell(typeOf(schema))} | ${cell(described)} |`;
    const inner = schema.type === 'array' ? schema.items : schema;
    const path = schema.type === 'array' ? `${prefix}${name}[].` : `${prefix}${name}.`;
    return [own, ...(inner?.properties === undefined ? [] : rowsOf(inner.properties, inner.required ?? [], path, shared))];
  });
}

function typeOf(schema: Schema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.type === 'array') return `${schema.items === undefined ? 'any' : typeOf(schema.items)}[]`;
  if (schema.$ref !== undefined) return 'the same again';
  return schema.type ?? 'any';
}

// One line where it fits, so that a page stays readable.
function shortJson(value: unknown): string {
  const line = JSON.stringify(value);
  return line.length <= 120 ? line : JSON.stringify(value, undefined, 2);
}

function page(parts: readonly string[]): string {
  return `${[GENERATED, ...parts].join('\n\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ');
}

function firstSentence(text: string): string {
  return /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
