// What a dialect is: the catalogue under the names, arguments, results and error numbers that other clients already know.
import { z } from 'zod';
import type { EditorMention, EditorTab, SelectedText } from '../ide/doors/editor.ts';
import { IdeError } from '../ide/errors/errors.ts';
import type { JsonSchema, Tool } from '../tools/tool.ts';

export interface Dialect {
  readonly name: string;
  // The endpoint, such as /index-mcp; its event stream is at <path>/sse. Absent where the dialect has doors of its own.
  readonly path?: string;
  // Where clients of its event stream post, when that is not the endpoint itself.
  readonly messagePath?: string;
  // Of the answer to what is no JSON: the JetBrains servers say in the body alone that it failed. 400 if absent.
  readonly parseErrorStatus?: number;
  // As which its clients know the server; our own name where they know none.
  readonly identity?: { readonly name: string; readonly version?: string };
  // The server that a new client is notified of as being up, where its clients expect that.
  readonly announcedAs?: string;
  readonly tools: readonly DialectTool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  // What an agent reads when it connects; without it there is nothing to read.
  readonly rules?: UsageRules;
  // Error codes of ours that this dialect answers as JSON-RPC errors with a number of its own.
  readonly errorNumbers: Readonly<Record<string, number>>;
  // How to learn whether an incomplete answer will become whole by itself; while it will, the dialect says index_not_ready.
  readonly readiness?: { readonly tool: string; isReady(status: unknown): boolean };
  // The body of an isError result for every other error, in the dialect's own words.
  errorBody(error: IdeError): Record<string, unknown>;
  // The text of an error, where that is not the JSON of its body.
  errorText?(error: IdeError): string;
  // Over plain HTTP: the status of an error by its code; 400 for every other.
  readonly statuses?: Readonly<Record<string, number>>;
  // Where its clients take us for their editor.
  readonly companion?: Companion;
}

// What a client that takes us for its editor expects beside tools: it is sent what a person has in view, and its diffs are tabs that it closes.
export interface Companion {
  readonly hasResources: boolean;
  // As which people know its clients, where these introduce themselves by the name of a library.
  readonly client?: string;
  // The argument by which a diff is opened and closed.
  readonly tab: 'tab_name' | 'filePath';
  // Where what a person decides is sent by notifications: the call that opens a diff is answered at once, and its tools are listed whether anybody looks or not, because its clients list them once.
  readonly decides?: DiffNotifications;
  // All that is open and selected, where it is sent as one; the active file's selection is the one that counts.
  viewChanged?(view: EditorView): SentNotification;
  // Sent once the client is there; the project by its folder.
  greeting?(project: string): SentNotification;
  // Undefined where it has no word for it.
  selectionChanged?(selected: SelectedText | undefined): SentNotification | undefined;
  // Undefined where the client must not be sent it.
  mentioned?(mention: EditorMention): SentNotification | undefined;
  // What is mentioned is read to the model when the person sends the prompt: so a note goes with a rejection, for which the answer to a diff has no place.
  readonly readsMentions?: boolean;
}

export interface DiffNotifications {
  // Whether a person is asked at all: what is too long for it is left to the client's own terminal, as if nobody looked.
  isShown(given: Readonly<Record<string, unknown>>): boolean;
  accepted(tab: string, text: string): SentNotification;
  rejected(tab: string): SentNotification;
  // Closed by the client itself, without a decision.
  closed(tab: string): SentNotification;
}

export interface EditorView {
  // With when each was last looked at, in milliseconds since the epoch.
  readonly tabs: readonly { readonly tab: EditorTab; readonly seen: number }[];
  readonly selected: SelectedText | undefined;
}

export interface SentNotification {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

// By the URI as the client writes it, and by its name in the project.
export interface AskedFile {
  readonly uri: string;
  readonly file: string;
  // What was answered about it was incomplete, so that nobody knows what is new since.
  readonly wasIncomplete?: boolean;
}

// Of a row that shows a diff in a tab, or closes that tab, or closes that tab where tabs are diffs alone, or all diffs that its connection has open.
export type DiffRole = 'opens' | 'closes' | 'closesDiff' | 'closesAll';

export interface UsageRules {
  readonly heading: string;
  // A rule is said only when every tool that it names, by the dialect's name, is listed.
  readonly rules: readonly { readonly tools: readonly string[]; readonly rule: string }[];
}

// A row of the table, types erased.
export interface DialectTool {
  readonly name: string;
  // The name in our catalogue; a row whose tool does not exist there is not listed.
  readonly tool: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly inputSchema: JsonSchema;
  // Arguments that fit, and what else a caller should know; both are listed with the tool.
  readonly examples?: readonly Readonly<Record<string, unknown>>[] | undefined;
  readonly notes?: string | undefined;
  readonly diff?: DiffRole | undefined;
  // The URI of the file that it is about, of a row that without one is about those that its connection was asked about or that just changed.
  aboutFile?(given: unknown): string | undefined;
  // The row itself says where an answer is incomplete: its text is JSON that nothing may be appended to.
  readonly saysIncomplete: boolean;
  // How long its client waits for the answer, in milliseconds, where that is not for as long as it takes.
  longest(given: unknown): number | undefined;
  // Tools of ours whose answers are needed for the arguments, with their own.
  first(given: unknown): Readonly<Record<string, Record<string, unknown>>>;
  // Arguments of the dialect, already validated, to ours. recent: for a row with aboutFile.
  toArguments(given: unknown, recent?: readonly AskedFile[], first?: PagesOfTools): Record<string, unknown>;
  // What is a failure of ours and none there. longest has passed: timed_out.
  insteadOf(error: IdeError, given: unknown, recent?: readonly AskedFile[]): Translated | undefined;
  // Other tools of ours whose answers the row needs beside its own, with their arguments.
  also(given: unknown): Readonly<Record<string, Record<string, unknown>>>;
  // How many pages of ours are asked for at most; the row says where that is not all.
  readonly mostPages: number;
  // The files that it creates belong into version control, where the person has said that new ones do.
  readonly addsFiles: boolean;
  // It is a tool of ours, unchanged: the answer and its text are passed on as they are.
  readonly isOwn: boolean;
  // The first page of ours is all that the row returns: of what has no end, such as history.
  readonly onePage: boolean;
  // Our answer to the dialect's result model. Dialects do not page, so every page of ours is given. An answer of ours may be an error there.
  toResult(pages: readonly unknown[], given: unknown, beside: Beside): Translated | IdeError;
}

export interface Beside {
  readonly also: PagesOfTools;
  readonly first?: PagesOfTools;
  // The folder of the one that was asked about.
  readonly project: string | undefined;
  readonly recent?: readonly AskedFile[] | undefined;
  // As it calls itself.
  readonly client?: string | undefined;
}

export interface Translated {
  readonly value: Record<string, unknown>;
  // Where the dialect's text is not the JSON of the value.
  readonly text?: string;
  // Where its answer is several texts; text is then left out.
  readonly texts?: readonly string[];
}

export type PagesOfTools = Readonly<Record<string, readonly unknown[]>>;

interface DialectToolBody<Input extends z.ZodObject, Answer extends z.ZodObject, Result extends Record<string, unknown>> {
  readonly name: string;
  readonly tool: string;
  readonly description: string;
  readonly input: Input;
  readonly examples?: readonly z.input<Input>[];
  readonly notes?: string;
  readonly onePage?: boolean;
  readonly addsFiles?: boolean;
  readonly mostPages?: number;
  // The part of our tool's answer that the row reads.
  readonly answer: Answer;
  readonly diff?: DiffRole;
  readonly saysIncomplete?: boolean;
  longest?(given: z.output<Input>): number;
  aboutFile?(given: z.output<Input>): string | undefined;
  first?(given: z.output<Input>): Readonly<Record<string, Record<string, unknown>>>;
  toArguments(given: z.output<Input>, recent: readonly AskedFile[], first: PagesOfTools): Record<string, unknown>;
  insteadOf?(error: IdeError, given: z.output<Input>, recent: readonly AskedFile[]): Result | undefined;
  also?(given: z.output<Input>): Readonly<Record<string, Record<string, unknown>>>;
  toResult(pages: readonly [z.output<Answer>, ...z.output<Answer>[]], beside: Beside & { readonly given: z.output<Input> }): Result | IdeError;
  // Several texts are several parts of the answer.
  tell?(result: Result, given: z.output<Input>): string | readonly string[];
}

export function defineDialectTool<Input extends z.ZodObject, Answer extends z.ZodObject, Result extends Record<string, unknown>>(
  body: DialectToolBody<Input, Answer, Result>,
): DialectTool {
  let inputSchema: DialectTool['inputSchema'] | undefined;
  const { aboutFile } = body;
  const translation = (value: Result, given: z.output<Input>): Translated => {
    const said = body.tell?.(value, given);
    return { value, ...(typeof said === 'string' ? { text: said } : said !== undefined && { texts: said }) };
  };
  return {
    name: body.name,
    tool: body.tool,
    description: body.description,
    input: body.input,
    examples: body.examples,
    notes: body.notes,
    isOwn: false,
    addsFiles: body.addsFiles ?? false,
    onePage: body.onePage ?? false,
    mostPages: body.mostPages ?? Number.POSITIVE_INFINITY,
    // Made when a list is first asked for: few daemons meet a client of every dialect.
    get inputSchema() {
      inputSchema ??= schemaOf(body.input);
      return inputSchema;
    },
    diff: body.diff,
    saysIncomplete: body.saysIncomplete ?? false,
    longest: (given) => body.longest?.(body.input.parse(given)),
    ...(aboutFile !== undefined && { aboutFile: (given) => aboutFile(body.input.parse(given)) }),
    first: (given) => body.first?.(body.input.parse(given)) ?? {},
    toArguments: (given, recent = [], first = {}) => body.toArguments(body.input.parse(given), recent, first),
    insteadOf(error, unchecked, recent = []) {
      const given = body.input.parse(unchecked);
      const value = body.insteadOf?.(error, given, recent);
      return value === undefined ? undefined : translation(value, given);
    },
    also: (given) => body.also?.(body.input.parse(given)) ?? {},
    toResult(pages, unchecked, beside) {
      const [first, ...others] = pages.map((page) => body.answer.parse(page));
      if (first === undefined) throw new TypeError(`${body.name} got no answer to translate`);
      const given = body.input.parse(unchecked);
      const value = body.toResult([first, ...others], { given, ...beside });
      if (value instanceof IdeError) return value;
      return translation(value, given);
    },
  };
}

function schemaOf(input: z.ZodObject): DialectTool['inputSchema'] {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return { ...schema, type: 'object' };
}

// A tool of ours under its own name, with its own arguments and answer; only the project is not named, because the dialect has one.
export function ownRow(tool: Tool): DialectTool {
  const input = tool.needsProject ? tool.input.omit({ project_path: true }) : tool.input;
  let inputSchema: JsonSchema | undefined;
  return {
    name: tool.name,
    tool: tool.name,
    description: tool.description,
    input,
    isOwn: true,
    addsFiles: false,
    saysIncomplete: false,
    onePage: true,
    mostPages: 1,
    get inputSchema() {
      inputSchema ??= schemaOf(input);
      return inputSchema;
    },
    toArguments: (given) => record.parse(given),
    longest: () => undefined,
    first: () => ({}),
    insteadOf: () => undefined,
    also: () => ({}),
    toResult: ([value]) => ({ value: record.parse(value) }),
  };
}

const record = z.record(z.string(), z.unknown());

// Asks a tool of ours and returns its value; throws its error.
export type Ask = (tool: string, given: Record<string, unknown>) => Promise<Record<string, unknown>>;

// The content of a file that is no text.
export class FileBytes {
  readonly bytes: Uint8Array;
  readonly mimeType: string;

  constructor(bytes: Uint8Array, mimeType: string) {
    this.bytes = bytes;
    this.mimeType = mimeType;
  }
}

// What a resource is read with.
export interface ResourceReader {
  readonly ask: Ask;
  // As read_file takes it: the text, or the bytes of what is no text. Throws the error of read_file.
  readonly file: (given: { readonly file: string; readonly project_path?: string }) => Promise<string | FileBytes>;
}

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  // A string and FileBytes are the content; anything else is written out as JSON.
  read(reader: ResourceReader): Promise<unknown>;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  // Absent where not all that the template means is of one kind.
  readonly mimeType?: string;
  read(reader: ResourceReader, variables: Readonly<Record<string, string>>): Promise<unknown>;
}
