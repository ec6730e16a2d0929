// What a dialect is: the catalogue under the names, arguments, results and error numbers that other clients already know.
import { z } from 'zod';
import type { IdeError } from '../ide/errors.ts';
import type { JsonSchema } from '../tools/tool.ts';

export interface Dialect {
  readonly name: string;
  // The endpoint, such as /index-mcp; its event stream is at <path>/sse.
  readonly path: string;
  readonly tools: readonly DialectTool[];
  readonly resources: readonly Resource[];
  readonly templates: readonly ResourceTemplate[];
  // Error codes of ours that this dialect answers as JSON-RPC errors with a number of its own.
  readonly errorNumbers: Readonly<Record<string, number>>;
  // How to learn whether an incomplete answer will become whole by itself; while it will, the dialect says index_not_ready.
  readonly readiness?: { readonly tool: string; isReady(status: unknown): boolean };
  // The body of an isError result for every other error, in the dialect's own words.
  errorBody(error: IdeError): Record<string, unknown>;
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
  // Our answer to the dialect's result model. Dialects do not page, so every page of ours is given. An answer of ours may be an error there.
  toResult(pages: readonly unknown[]): Record<string, unknown> | IdeError;
}

interface DialectToolBody<Input extends z.ZodObject, Answer extends z.ZodObject> {
  readonly name: string;
  readonly tool: string;
  readonly description: string;
  readonly input: Input;
  // The part of our tool's answer that the row reads.
  readonly answer: Answer;
  toArguments(given: z.output<Input>): Record<string, unknown>;
  toResult(pages: readonly [z.output<Answer>, ...z.output<Answer>[]]): Record<string, unknown> | IdeError;
}

export function defineDialectTool<Input extends z.ZodObject, Answer extends z.ZodObject>(body: DialectToolBody<Input, Answer>): DialectTool {
  const { $schema: _, ...schema } = z.toJSONSchema(body.input, { io: 'input' });
  return {
    name: body.name,
    tool: body.tool,
    description: body.description,
    input: body.input,
    inputSchema: { ...schema, type: 'object' },
    toArguments: (given) => body.toArguments(body.input.parse(given)),
    toResult(pages) {
      const [first, ...others] = pages.map((page) => body.answer.parse(page));
      if (first === undefined) throw new TypeError(`${body.name} got no answer to translate`);
      return body.toResult([first, ...others]);
    },
  };
}

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
