// What a dialect is: the catalogue under the names, arguments, results and error numbers that other clients already know.
import type { IdeError } from '../ide/errors.ts';

export interface Dialect {
  readonly name: string;
  // The endpoint, such as /index-mcp; its event stream is at <path>/sse.
  readonly path: string;
  readonly tools: readonly DialectTool[];
  readonly resources: readonly DialectResource[];
  // Error codes of ours that this dialect answers as JSON-RPC errors with a number of its own.
  readonly errorNumbers: Readonly<Record<string, number>>;
  // The body of an isError result for every other error.
  errorBody(error: IdeError): unknown;
}

export interface DialectTool {
  readonly name: string;
  // The name in our catalogue.
  readonly tool: string;
  readonly description: string;
  readonly inputSchema: Record<string, unknown> & { readonly type: 'object' };
  // Arguments of the dialect to ours. Throws invalid_arguments.
  toArguments(given: Record<string, unknown>): Record<string, unknown>;
  // Our answer to the dialect's result model.
  toResult(value: Record<string, unknown>): unknown;
}

export interface DialectResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  // The tool of ours whose answer it shows, and how.
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
  toContent(value: Record<string, unknown>): unknown;
}
