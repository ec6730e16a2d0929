// One whole debug session as data, which a program of any language can be taken through, and what an agent reads of it as a transcript.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Client } from '@modelcontextprotocol/client';
import { z } from 'zod';

// What to debug, and how the session is said in its language. The program's lines are marked by comments, as in `// @total`.
export interface SessionTarget {
  // Relative to the project: where the marks are.
  readonly file: string;
  readonly start: Call;
  readonly words: SessionWords;
  // Variables that are worth something else in every run.
  readonly changing: readonly string[];
}

export interface SessionWords {
  // At @add: true for the second of three items.
  readonly condition: string;
  // At @price.
  readonly log: string;
  readonly watch: string;
  // A function that is called once, after @print.
  readonly function: string;
  // From a variable of the frame at @total to what lies in it: cart, owner, address.
  readonly nested: readonly string[];
  readonly evaluate: string;
  readonly throwing: string;
  // Evaluated in the caller of the frame that throws.
  readonly inCaller: string;
  // Within total, before the first item is added.
  readonly set: { readonly name: string; readonly value: string };
  // Ends the loop at @wait.
  readonly go: { readonly name: string; readonly value: string };
  // Classes of exceptions; undefined stands for every one.
  readonly caught: string | undefined;
  readonly uncaught: string | undefined;
}

export interface Call {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export interface Step extends Call {
  readonly thought: string;
}

export type SessionScript = (target: SessionTarget, lineOf: (mark: string) => number) => readonly Step[];

export const wholeSession: SessionScript = ({ file, start, words }, lineOf) => {
  const at = (mark: string) => ({ file, line: lineOf(mark) });
  const step = (thought: string, tool: string, given: Readonly<Record<string, unknown>> = {}): Step => ({ thought, tool, arguments: given });
  return [
    // Breakpoints of every kind, before anything runs.
    step('Stop at a line.', 'set_breakpoint', at('total')),
    step('Stop where something is true.', 'set_breakpoint', { ...at('add'), condition: words.condition }),
    step('Stop at the third time.', 'set_breakpoint', { ...at('priced'), hit_condition: '3' }),
    step('Only tell.', 'set_breakpoint', { ...at('price'), log_message: words.log }),
    step('Stop once.', 'set_breakpoint', { ...at('sum'), temporary: true }),
    step('Stop in a function.', 'set_breakpoint', { function: words.function }),
    step('There is nothing to stop at.', 'set_breakpoint', at('nothing')),
    step('Watch a value.', 'add_watch', { expression: words.watch }),
    step('Run it.', start.tool, start.arguments),
    // The first stop: what is here?
    step('Are they in place?', 'list_breakpoints'),
    step('Who runs?', 'list_threads'),
    step('Who called?', 'get_stack_trace', { max_frames: 3 }),
    ...words.nested.map((name) => step(`What is in ${name}?`, 'expand_variable', { variable_id: idOf(name) })),
    step('What is this worth?', 'evaluate', { expression: words.evaluate }),
    step('And what cannot be evaluated?', 'evaluate', { expression: words.throwing }),
    // Steps.
    step('Into the function.', 'step_into'),
    step('To the next line.', 'step_over'),
    step('Try another value.', 'set_variable', words.set),
    step('There is no such variable.', 'set_variable', { name: 'nowhere', value: '1' }),
    step('On, to what is true.', 'resume'),
    step('Into what is called there.', 'step_into'),
    step('And out.', 'step_out'),
    step('On, to the third time.', 'resume'),
    step('On, to what stops once.', 'resume'),
    step('That one is gone.', 'list_breakpoints'),
    step('What was logged?', 'read_debug_output', { only: 'trace' }),
    step('To this line.', 'run_to_line', at('print')),
    step('On, to the function.', 'resume'),
    // Exceptions.
    step('Stop at what is thrown and caught.', 'set_exception_breakpoint', {
      ...(words.caught !== undefined && { exception: words.caught }),
      caught: true,
      uncaught: false,
    }),
    step('On, to the throw.', 'resume'),
    step('What does its caller know?', 'evaluate', { expression: words.inCaller, frame_index: 1 }),
    step('No more of these.', 'remove_breakpoint', { breakpoint_id: 'b8' }),
    step('Stop at what nobody catches.', 'set_exception_breakpoint', { ...(words.uncaught !== undefined && { exception: words.uncaught }) }),
    // It runs and runs.
    step('On; it does not stop.', 'resume', { timeout: 0.5 }),
    step('Nothing can be evaluated in what runs.', 'evaluate', { expression: words.evaluate }),
    step('Stop wherever it is.', 'pause'),
    step('Let the loop end.', 'set_variable', words.go),
    step('On, to what nobody catches.', 'resume'),
    step('And to the end.', 'resume'),
    step('It is over.', 'evaluate', { expression: words.evaluate }),
    step('What did it print?', 'read_debug_output', { only: 'stdout' }),
    // Once more.
    step('Run it again.', start.tool, start.arguments),
    step('Enough.', 'stop_debug_session'),
    step('It is over too.', 'step_over'),
    step('Which sessions were there?', 'list_debug_sessions'),
  ];
};

const Result = z.object({
  isError: z.boolean().optional(),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })),
});

// Where an ordinary target comes to, one line for each call that waits for the program: the mark of the line, and why it stands there.
export const usualStops: readonly string[] = [
  'start: @total (breakpoint)',
  'step_into: @begin (step)',
  'step_over: @each (step)',
  'resume: @add (breakpoint)',
  'step_into: @price (step)',
  'step_out: @add (step)',
  'resume: @priced (breakpoint)',
  'resume: @sum (breakpoint)',
  'run_to_line: @print (step)',
  'resume: @greet (breakpoint)',
  'resume: @thrown (exception)',
  'resume: running',
  'pause: @wait (pause)',
  'resume: @uncaught (exception)',
  'resume: ended',
  'start: @total (breakpoint)',
  'stop_debug_session: ended',
];

export interface PlayedSession {
  // What was asked and what was answered, without what differs from run to run.
  readonly transcript: string;
  // As in usualStops.
  readonly stops: readonly string[];
}

export async function play(client: Client, project: string, target: SessionTarget, script: SessionScript = wholeSession): Promise<PlayedSession> {
  const lines = (await readFile(join(project, target.file), 'utf8')).split('\n');
  const lineOf = (mark: string) => {
    const line = lines.findIndex((text) => markOf(text) === mark);
    if (line < 0) throw new Error(`${target.file} has no line marked @${mark}`);
    return line + 1;
  };
  const transcript: string[] = [];
  const stops: string[] = [];
  let seen: unknown;
  for (const { thought, tool, arguments: given } of script(target, lineOf)) {
    const { isError = false, structuredContent, content } = Result.parse(await client.callTool({ name: tool, arguments: withIds(given, seen) }));
    if (/"id":"s\d+\./.test(JSON.stringify(structuredContent ?? {}))) seen = structuredContent;
    const text = content.map((part) => part.text).join('\n');
    transcript.push(`# ${thought}\n> ${tool} ${JSON.stringify(given)}\n${isError || tool === 'read_debug_output' ? text : withoutOutput(text)}`);
    const where = isError ? undefined : whereIn(structuredContent, target.file, lines);
    if (where !== undefined) stops.push(`${tool === target.start.tool ? 'start' : tool}: ${where}`);
  }
  return { transcript: `${steady(transcript.join('\n\n'), project, target)}\n`, stops };
}

// Stands for the id of the value with this name in the last answer that had ids.
function idOf(name: string): string {
  return `<id of ${name}>`;
}

function withIds(given: Readonly<Record<string, unknown>>, seen: unknown): Record<string, unknown> {
  const name = /^<id of (.*)>$/.exec(String(given['variable_id']))?.[1];
  if (name === undefined) return { ...given };
  return { ...given, variable_id: idIn(seen, name) ?? `no id of ${name}` };
}

const Named = z.looseObject({ name: z.string(), id: z.string() });

function idIn(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { data } = Named.safeParse(value);
  if (data?.name === name) return data.id;
  for (const inner of Object.values(value)) {
    const id = idIn(inner, name);
    if (id !== undefined) return id;
  }
  return undefined;
}

const Status = z.object({
  state: z.enum(['paused', 'running', 'ended']),
  name: z.string(),
  reason: z.string().optional(),
  location: z.object({ file: z.string().optional(), line: z.number(), function: z.string() }).optional(),
});

function whereIn(answer: unknown, file: string, lines: readonly string[]): string | undefined {
  const { data } = Status.safeParse(answer);
  if (data === undefined || data.state !== 'paused') return data?.state;
  const { location, reason } = data;
  const mark = location?.file === file ? markOf(lines[location.line - 1] ?? '') : undefined;
  const where = location?.file ?? 'no file';
  const place = where.includes('node_modules') ? 'a library' : where;
  return `${mark === undefined ? `${place} in ${location?.function ?? '?'}` : `@${mark}`} (${reason})`;
}

function markOf(line: string): string | undefined {
  return /(?:\/\/|#).*? @(\w+)/.exec(line)?.[1];
}

// Printing and stopping come on two ways, so what was printed by a stop differs; at the end everything is read.
function withoutOutput(text: string): string {
  return text.replace(/\nOutput:\n[\s\S]*$/, '');
}

function steady(transcript: string, project: string, { changing }: SessionTarget): string {
  return (
    changing
      .reduce((text, name) => text.replaceAll(new RegExp(`^( +${name}(?:: \\S+)? = ).*$`, 'gm'), '$1…'), stripVTControlCharacters(transcript))
      .replaceAll(project, '<project>')
      .replace(/(?<=[ "(])[^ "(]*[\\/]node_modules[\\/]/g, '<modules>/')
      .replace(/\b(s\d+\.\d+)\.\d+\b/g, '$1.0')
      .replace(/\bcursor o\d+/g, 'cursor o0')
      .replace(/ \(\d{2,}\)/g, ' (pid)')
      // Asked to end, or ended: whichever comes first, in whichever way a debugger counts what a signal ended.
      // What takes long is shown short, and a debugger counts what it is asked.
      .replace(/ = \{[^\n]*?\}(?= {2}\[)/g, ' = {…}')
      .replace(/,\s*…/g, ',…')
      .replace(/<user expression \d+>/g, '<user expression>')
      .replace(/(?<![\d.])\d+(?:\.\d+)?m?s\b/g, '0ms')
      .replace(/\d\d:\d\d:\d\d/g, '00:00:00')
      // Which routines of its own a runtime has, and how they are numbered, is its affair.
      .replace(/\n *\d+ {2}\[Go \d+\] runtime\..*/g, '')
      .replace(/\d+ {2}\[Go \d+\]/g, '[Go]')
      // A routine that was started and has not begun.
      .replace(/\[Go\] main\.main\.gowrap1/g, '[Go] main.stock')
      .replace(/0x[0-9a-f]{4,}/g, '0x0')
      // What a function of Go returns has no value before it does.
      .replace(/^( *~r\d+: \S+ = ).*$/gm, '$1…')
      // A value is cut at its length, and an address in it is not always of the same.
      .replace(/^(.{80}).*…(?= {2}\[s\d)/gm, '$1…')
      // Where the calls of somebody else's code are differs from version to version, as does what a runtime has.
      .replace(/(?:\n *#\d+ .*\(library\))+(?:\n\d+ more; pass max_frames\.)?/g, '\n  … (library)')
      .replace(/\bglobal \{.*?\}/g, 'global {…}')
      .replace(/( is paused at <modules>[\s\S]*?)\nVariables:\n[\s\S]*?(?=\nWatches:)/g, '$1')
  );
}
