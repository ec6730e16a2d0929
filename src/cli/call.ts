// binnacle call and binnacle tools: the catalogue from a terminal.
import { z } from 'zod';
import { closest } from '../base/closest.ts';
import { unknownTool } from '../ide/errors.ts';
import type { Tool } from '../tools/tool.ts';
import { argumentsFrom, flagHelp, flagsOf } from './callArguments.ts';
import { callThroughDaemon, type ToolResult } from './caller.ts';
import { columns, remark, say, sayJson } from './screen.ts';

export interface CallFlags {
  readonly project: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
  // All arguments at once.
  readonly given: Record<string, unknown>;
  // What is left belongs to the tool.
  readonly words: readonly string[];
}

const Failure = z.object({
  error: z.string(),
  message: z.string(),
  next: z.string(),
  candidates: z.array(z.unknown()).default([]).catch([]),
});
const Candidate = z.object({ name: z.string(), kind: z.string(), file: z.string(), line: z.number() });
const Arguments = z.record(z.string(), z.unknown());

export async function callFromTerminal(name: string, words: readonly string[], tools: readonly Tool[], program: string): Promise<void> {
  const flags = ownFlags(words);
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
  if (flags.help) {
    say(helpFor(tool));
    return;
  }
  const parameters = { ...flags.given, ...argumentsFrom(flagsOf(tool), flags.words) };
  const result = await callThroughDaemon({
    tool: tool.name,
    parameters,
    project: flags.project,
    program,
    onProgress: (message) => process.stderr.isTTY && remark(message),
  });
  if (result.isError) fail(result, flags.json);
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
  return [
    `binnacle call ${tool.name} [flags]`,
    '',
    tool.description,
    '',
    columns([
      ...flagHelp(flagsOf(tool)),
      ['--args <json>', 'All arguments at once.'],
      ['--project <folder>', 'The project; else the folder you are in.'],
      ['--json', 'The structured answer.'],
    ]),
  ].join('\n');
}

function fail(result: ToolResult, asJson: boolean): void {
  process.exitCode = 1;
  const text = textOf(result);
  const failure = Failure.safeParse(parsed(text));
  if (asJson) say(text);
  else remark(failure.success ? [failure.data.message, ...failure.data.candidates.flatMap(toldCandidate), failure.data.next].join('\n') : text);
}

// Files that could be meant are in the advice already.
function toldCandidate(candidate: unknown): string[] {
  const { success, data } = Candidate.safeParse(candidate);
  return success ? [`  ${data.kind} ${data.name}  ${data.file}:${data.line}`] : [];
}

function textOf({ content }: ToolResult): string {
  return content.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

// Ours, wherever they stand; a tool's argument of the same name can be given with --args.
function ownFlags(words: readonly string[]): CallFlags {
  const left: string[] = [];
  let project: string | undefined;
  let json = false;
  let help = false;
  let given: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--json') json = true;
    else if (word === '--help' || word === '-h') help = true;
    else if (word === '--project') project = words[++at];
    else if (word.startsWith('--project=')) project = word.slice('--project='.length);
    else if (word === '--args') given = givenArguments(words[++at] ?? '');
    else if (word.startsWith('--args=')) given = givenArguments(word.slice('--args='.length));
    else left.push(word);
  }
  return { project, json, help, given, words: left };
}

function givenArguments(text: string): Record<string, unknown> {
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
