// binnacle call and binnacle tools: the catalogue from a terminal.
import { z } from 'zod';
import { closest } from '../base/text/closest.ts';
import { unknownTool } from '../ide/errors/errors.ts';
import type { Tool } from '../tools/tool.ts';
import { flagHelp, flagsOf, parsedCall, requiredUsage } from './callArguments.ts';
import { callThroughDaemon, type ToolResult } from './caller.ts';
import { columns, remark, say, sayJson, sayJsonText } from './screen.ts';

// What stood before the tool's name.
export interface CallFlags {
  readonly project?: string;
  readonly json?: true;
  readonly args?: string;
}

const Failure = z.looseObject({ error: z.string(), message: z.string(), next: z.string() });
// A place that an error names: what could be meant, what is in the way, what would be wrong.
const Place = z.object({
  file: z.string().exactOptional(),
  line: z.number(),
  column: z.number().exactOptional(),
  kind: z.string().exactOptional(),
  name: z.string().exactOptional(),
  message: z.string().exactOptional(),
  text: z.string().exactOptional(),
});
// A change that could be meant.
const Change = z.object({ changeId: z.string(), time: z.string(), author: z.string(), title: z.string() });
const Arguments = z.record(z.string(), z.unknown());

export async function callFromTerminal(
  name: string,
  { words, before }: { readonly words: readonly string[]; readonly before: CallFlags },
  tools: readonly Tool[],
  program: string,
): Promise<void> {
  const tool = tools.find((candidate) => candidate.name === name || candidate.name === name.replaceAll('-', '_'));
  if (tool === undefined)
    throw unknownTool(
      name,
      closest(
        name,
        tools.map((candidate) => candidate.name),
        3,
      ),
    );
  const { parameters, own } = parsedCall(flagsOf(tool), words);
  const flags = { ...before, ...own };
  if (own.help) {
    say(helpFor(tool));
    return;
  }
  const result = await callThroughDaemon({
    tool: tool.name,
    parameters: { ...givenArguments(flags.args), ...parameters },
    project: flags.project,
    program,
    onProgress: (message) => process.stderr.isTTY && remark(message),
  });
  if (result.isError) fail(result, flags.json === true);
  else if (flags.json) sayJson(result.structuredContent);
  else say(textOf(result));
}

export function listTools(tools: readonly Tool[], flags: { readonly json?: boolean }): void {
  if (flags.json)
    sayJson(tools.map(({ name, title, description, effect, inputSchema, outputSchema }) => ({ name, title, description, effect, inputSchema, outputSchema })));
  else
    say(
      columns(
        tools.map(({ name, effect, title }) => [name, effect, title]),
        '',
      ),
    );
}

function helpFor(tool: Tool): string {
  const flags = flagsOf(tool);
  const ours = OWN_HELP.map(([flag, takes, meaning]) => {
    const isTaken = flags.some(({ name }) => name === flag);
    return [`--${flag}${takes}`, isTaken ? `${meaning} (before ${tool.name}: behind it, its own argument is meant)` : meaning];
  });
  return [['binnacle call', tool.name, ...requiredUsage(flags), '[flags]'].join(' '), '', tool.description, '', columns([...flagHelp(flags), ...ours])].join(
    '\n',
  );
}

const OWN_HELP = [
  ['args', ' <json>', 'All arguments at once.'],
  ['project', ' <folder>', 'The project; else the folder you are in.'],
  ['json', '', 'The structured answer.'],
] as const;

function fail(result: ToolResult, asJson: boolean): void {
  process.exitCode = 1;
  const text = textOf(result);
  const failure = Failure.safeParse(parsed(text));
  if (asJson) sayJsonText(text);
  else remark(failure.success ? [failure.data.message, ...Object.values(failure.data).flatMap(placeLines), failure.data.next].join('\n') : text);
}

// Files that could be meant are in the advice already.
function placeLines(detail: unknown): string[] {
  if (!Array.isArray(detail)) return [];
  return detail.flatMap((row: unknown) => {
    const change = Change.safeParse(row);
    if (change.success) return [`  ${change.data.changeId}  ${change.data.time}  ${change.data.author}: ${change.data.title}`];
    const { success, data } = Place.safeParse(row);
    if (!success) return [];
    const { file, line, column, kind, name, message, text } = data;
    const at = `${file === undefined ? 'line ' : `${file}:`}${line}${message !== undefined && column !== undefined ? `:${column}` : ''}`;
    return [`  ${[[kind, name].filter((word) => word !== undefined).join(' '), at, message ?? text].filter((part) => part).join('  ')}`];
  });
}

function textOf({ content }: ToolResult): string {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

function givenArguments(text: string | undefined): Record<string, unknown> {
  if (text === undefined) return {};
  const read = Arguments.safeParse(parsed(text));
  if (!read.success) throw new SyntaxError(`--args takes a JSON object, not ${text || 'nothing'}`);
  return read.data;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
