// What a dialect is: the catalogue under the names, arguments, results and error numbers that other clients already know.
import { z } from 'zod';
import { IdeError } from '../ide/errors/errors.ts';
import type { JsonSchema, Tool } from '../tools/tool.ts';

export interface Dialect {
  readonly name: string;
  // The endpoint, such as /index-mcp; its event stream is at <path>/sse. Absent where the dialect has doors of its own.
  readonly path?: string;
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
}

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
  // Arguments of the dialect, already validated, to ours.
  toArguments(given: unknown): Record<string, unknown>;
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
  toResult(pages: readonly unknown[], given: unknown, beside: { readonly also: PagesOfTools; readonly project: string | undefined }): Translated | IdeError;
}

export interface Translated {
  readonly value: Record<string, unknown>;
  // Where the dialect's text is not the JSON of the value.
  readonly text?: string;
}

export type PagesOfTools = Readonly<Record<string, readonly unknown[]>>;

interface DialectToolBody<Input extends z.ZodObject, Answer extends z.ZodObject, Result extends Record<string, unknown>> {
  readonly name: string;
  readonly tool: string;
  readonly description: string;
  readonly input: Input;
  readonly onePage?: boolean;
  readonly addsFiles?: boolean;
  readonly mostPages?: number;
  // The part of our tool's answer that the row reads.
  readonly answer: Answer;
  toArguments(given: z.output<Input>): Record<string, unknown>;
  also?(given: z.output<Input>): Readonly<Record<string, Record<string, unknown>>>;
  toResult(
    pages: readonly [z.output<Answer>, ...z.output<Answer>[]],
    // The project is the folder of the one that was asked about.
    beside: { readonly given: z.output<Input>; readonly also: PagesOfTools; readonly project: string | undefined },
  ): Result | IdeError;
  tell?(result: Result, given: z.output<Input>): string;
}

export function defineDialectTool<Input extends z.ZodObject, Answer extends z.ZodObject, Result extends Record<string, unknown>>(
  body: DialectToolBody<Input, Answer, Result>,
): DialectTool {
  let inputSchema: DialectTool['inputSchema'] | undefined;
  return {
    name: body.name,
    tool: body.tool,
    description: body.description,
    input: body.input,
    isOwn: false,
    addsFiles: body.addsFiles ?? false,
    onePage: body.onePage ?? false,
    mostPages: body.mostPages ?? Number.POSITIVE_INFINITY,
    // Made when a list is first asked for: few daemons meet a client of every dialect.
    get inputSchema() {
      inputSchema ??= schemaOf(body.input);
      return inputSchema;
    },
    toArguments: (given) => body.toArguments(body.input.parse(given)),
    also: (given) => body.also?.(body.input.parse(given)) ?? {},
    toResult(pages, unchecked, beside) {
      const [first, ...others] = pages.map((page) => body.answer.parse(page));
      if (first === undefined) throw new TypeError(`${body.name} got no answer to translate`);
      const given = body.input.parse(unchecked);
      const value = body.toResult([first, ...others], { given, ...beside });
      if (value instanceof IdeError) return value;
      return { value, ...(body.tell !== undefined && { text: body.tell(value, given) }) };
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
    onePage: true,
    mostPages: 1,
    get inputSchema() {
      inputSchema ??= schemaOf(input);
      return inputSchema;
    },
    toArguments: (given) => record.parse(given),
    also: () => ({}),
    toResult: ([value]) => ({ value: record.parse(value) }),
  };
}

const record = z.record(z.string(), z.unknown());

// Asks a tool of ours and returns its value; throws its error.
export type Ask = (tool: string, given: Record<string, unknown>) => Promise<Record<string, unknown>>;

export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  // A string is the content; anything else is written out as JSON.
  read(ask: Ask): Promise<unknown>;
}

export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  read(ask: Ask, variables: Readonly<Record<string, string>>): Promise<unknown>;
}
