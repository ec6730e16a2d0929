// How a call in a dialect becomes calls of ours, and our errors its numbers.
import {
  type CallToolRequest,
  type CallToolResult,
  type Implementation,
  type JSONRPCMessage,
  ProtocolError,
  ProtocolErrorCode,
  type ServerOptions,
  type Transport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { closest } from '../base/text/closest.ts';
import type { AskedFile, Dialect, DialectTool, Translated } from '../dialects/dialect.ts';
import { IdeError, indexNotReady, invalidArguments, unknownTool } from '../ide/errors/errors.ts';
import type { CallOutcome, ToolCall } from './call/callTool.ts';
import { validArguments } from './call/validation.ts';
import { batchInDialect } from './dialectBatch.ts';
import type { CallRecording } from './history/callRecording.ts';
import { OwnServer } from './ownServer.ts';
import type { RequestRecords } from './requestRecords.ts';

type CallOurs = (tool: string, given: Record<string, unknown>, more?: Pick<ToolCall, 'callOther' | 'longest'>) => Promise<CallOutcome>;

export interface DialectParts {
  readonly call: CallOurs;
  // The names of the dialect's tools that work here; a call of another is refused with its reason.
  readonly listed: readonly string[];
  // Of the call in the dialect; those of ours are calls in it.
  readonly recording?: CallRecording | undefined;
  // New files are added to version control.
  readonly addsNewFiles?: boolean | undefined;
  // Of a connection that takes us for its editor.
  readonly diffs?: DiffTabs | undefined;
  // That the connection asked about or that just changed.
  readonly recent?: (() => Promise<readonly AskedFile[]>) | undefined;
  // As it calls itself.
  readonly client?: string | undefined;
  // Called with the file that a row was asked about, by URI, and the answer.
  readonly answered?: ((about: string, value: Record<string, unknown>) => void) | undefined;
}

// Dialects neither page nor cut, so nothing may be held back for want of tokens.
export const WHOLE_ANSWER = 1_000_000_000;

export interface DialectAnswer {
  readonly value: Record<string, unknown>;
  readonly text: string;
  // Where it is several texts.
  readonly texts?: readonly string[] | undefined;
}

// The diffs that a connection shows in tabs.
export interface DiffTabs {
  has(tab: string): boolean;
  // All of them without a tab. How many there were.
  close(tab: string | undefined): number;
}

export async function callInDialect(dialect: Dialect, params: CallToolRequest['params'], parts: DialectParts): Promise<CallToolResult> {
  const answer = await answerInDialect(dialect, params, parts);
  if (answer instanceof IdeError) return errorResult(dialect, answer);
  return { content: (answer.texts ?? [answer.text]).map((text) => ({ type: 'text', text })) };
}

// The SDK writes -32602 where a handler says -32002, so a dialect's numbers are put in on the way out.
export class DialectServer extends OwnServer {
  readonly #dialect: Dialect;

  constructor(identity: Implementation, options: ServerOptions, records: RequestRecords, dialect: Dialect) {
    super(identity, options, records);
    this.#dialect = dialect;
  }

  override getClientVersion(): Implementation | undefined {
    const said = super.getClientVersion();
    const { client: name } = this.#dialect.companion ?? {};
    return said === undefined || name === undefined ? said : { ...said, name };
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(numbered(message, this.#dialect), options);
    await super.connect(transport);
  }
}

// What a dialect answers with a number, or with a result that says that it is an error.
export function numberedError(dialect: Dialect, error: IdeError): ProtocolError {
  const number = dialect.errorNumbers[error.code] ?? ProtocolErrorCode.InternalError;
  const body = dialect.errorBody(error);
  const said = [body['message'], body['next']].filter((text) => typeof text === 'string').join(' ');
  return new ProtocolError(number, dialect.errorText?.(error) ?? said, body);
}

export function errorResult(dialect: Dialect, error: IdeError): CallToolResult {
  if (dialect.errorNumbers[error.code] !== undefined) throw numberedError(dialect, error);
  return { isError: true, content: [{ type: 'text', text: dialect.errorText?.(error) ?? JSON.stringify(dialect.errorBody(error)) }] };
}

export async function answerInDialect(dialect: Dialect, params: CallToolRequest['params'], parts: DialectParts): Promise<DialectAnswer | IdeError> {
  const answer = await translated(dialect, params, parts);
  const about = answer instanceof IdeError ? undefined : rowNamed(dialect, params.name)?.aboutFile?.(params.arguments ?? {});
  if (about !== undefined && !(answer instanceof IdeError)) parts.answered?.(about, answer.value);
  if (answer instanceof IdeError) parts.recording?.failed(answer.code, answer.message);
  return answer;
}

function rowNamed({ tools }: Dialect, wanted: string): DialectTool | undefined {
  return tools.find(({ name }) => name === wanted);
}

async function translated(
  dialect: Dialect,
  params: CallToolRequest['params'],
  { call, listed, recording, addsNewFiles, diffs, recent: recentFiles, client }: DialectParts,
): Promise<DialectAnswer | IdeError> {
  const row = rowNamed(dialect, params.name);
  if (row === undefined) return unknownTool(params.name, closest(params.name, listed, 3), listed);
  recording?.meant(row.tool);
  const given = validInDialect(row, params.arguments ?? {});
  if (given instanceof IdeError) return given;
  if (row.tool === 'batch')
    return batchInDialect(dialect, given, {
      call: (calls, callOther) => call(row.tool, calls, { callOther }),
      answering: (inner) => answerInDialect(dialect, inner, { call, listed, addsNewFiles }),
    });
  if (row.isOwn) return ownAnswer(await call(row.tool, given));
  const tab = tabOf(dialect, given);
  const closesDiff = row.diff === 'closesAll' || row.diff === 'closesDiff' || (row.diff === 'closes' && tab !== undefined && diffs?.has(tab) === true);
  if (diffs !== undefined && closesDiff)
    return answerOf(row.toResult([{ closed: diffs.close(row.diff === 'closesAll' ? undefined : tab) }], given, { also: {}, project: undefined }));
  const recent = row.aboutFile !== undefined && row.aboutFile(given) === undefined ? await recentFiles?.() : undefined;
  const first = await pagesOf(row.first(given), call);
  if (first instanceof IdeError) return asOfRow(row, first);
  const asked = row.toArguments(given, recent, first);
  const asking = { tool: row.tool, given: asked, most: row.onePage ? 1 : row.mostPages, longest: row.longest(given) };
  const answer = await everyPage(asking, call);
  if (answer instanceof IdeError) {
    const instead = row.insteadOf(answer, given, recent);
    return instead === undefined ? asOfRow(row, answer) : answerOf(instead);
  }
  const { pages, project } = answer;
  const also = await pagesOf(row.also(given), call);
  if (also instanceof IdeError) return asOfRow(row, also);
  const incomplete = [...pages, ...Object.values(also).flat()].map((page) => certificate.parse(page)).find(({ complete }) => complete === false);
  const translation = row.toResult(pages, given, { also, first, project, recent, client });
  if (translation instanceof IdeError) return translation;
  const result = addsNewFiles === true && row.addsFiles ? await withAddedFiles(translation, pages[0], call) : translation;
  if (incomplete === undefined || row.saysIncomplete) return answerOf(result);
  const { value } = result;
  const { why = 'the engine has not seen everything.' } = incomplete;
  if (await becomesWhole(dialect, asked['project_path'], call)) return indexNotReady(why);
  // The dialect has no word for it, but an answer that is not whole must not look whole.
  const marked = { ...value, complete: false, why };
  return { value: marked, text: result.text === undefined ? JSON.stringify(marked) : `${result.text}\nINCOMPLETE: ${why}` };
}

// The name of the tab in the arguments of a call.
export function tabOf({ companion }: Dialect, given: unknown): string | undefined {
  return z
    .record(z.string(), z.unknown())
    .transform((all) => z.string().safeParse(all[companion?.tab ?? 'tab_name']).data)
    .safeParse(given).data;
}

function answerOf(result: Translated | IdeError): DialectAnswer | IdeError {
  if (result instanceof IdeError) return result;
  const { value, texts, text = texts?.join('\n') ?? JSON.stringify(value) } = result;
  return { value, text, ...(texts !== undefined && { texts }) };
}

// What our own tool says of arguments that the row let through names the row and its arguments, which are the only ones that the client can change.
function asOfRow(row: DialectTool, error: IdeError): IdeError {
  if (error.code !== 'invalid_arguments') return error;
  return invalidArguments(row.name, [error.message.replace(/^\w+: /, '').replace(/\.$/, '')], Object.keys(row.input.shape));
}

const created = z.looseObject({ applied: z.literal(true), files: z.array(z.object({ file: z.string(), kind: z.string() })) });

// The edit is done, whatever becomes of this: a file that git does not take is only said.
async function withAddedFiles(result: Translated, page: unknown, call: CallOurs): Promise<Translated> {
  const files = created.safeParse(page).data?.files.filter(({ kind }) => kind === 'created') ?? [];
  if (files.length === 0) return result;
  const paths = files.map(({ file }) => file);
  const added = await call('git_stage', { paths });
  const note = added.ok ? `Added to git: ${paths.join(', ')}` : `Not added to git: ${added.error.message}`;
  return {
    value: { ...result.value, ...(added.ok ? { addedToGit: paths } : { notAddedToGit: added.error.message }) },
    ...(result.text !== undefined && { text: `${result.text}\n${note}` }),
  };
}

function ownAnswer(outcome: CallOutcome): DialectAnswer | IdeError {
  return outcome.ok ? { value: outcome.value, text: outcome.text } : outcome.error;
}

async function pagesOf(
  asked: Readonly<Record<string, Record<string, unknown>>>,
  call: CallOurs,
): Promise<Record<string, Record<string, unknown>[]> | IdeError> {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const [tool, given] of Object.entries(asked)) {
    const answer = await everyPage({ tool, given, most: Number.POSITIVE_INFINITY }, call);
    if (answer instanceof IdeError) return answer;
    found[tool] = [...answer.pages];
  }
  return found;
}

const certificate = z.looseObject({ complete: z.boolean().optional(), why: z.string().optional() });

async function becomesWhole({ readiness }: Dialect, projectPath: unknown, call: CallOurs): Promise<boolean> {
  if (readiness === undefined) return false;
  const status = await call(readiness.tool, projectPath === undefined ? {} : { project_path: projectPath });
  return status.ok && !readiness.isReady(status.value);
}

// Like the one catch of callTool: wrong arguments are an answer too.
export function validInDialect(row: DialectTool, given: unknown): Record<string, unknown> | IdeError {
  try {
    return validArguments(row, given);
  } catch (thrown) {
    if (thrown instanceof IdeError) return thrown;
    throw thrown;
  }
}

const pageOfOurs = z.object({ cursor: z.string().optional(), stale: z.boolean().optional() });
// Knowledge that changes under every single attempt is not going to settle while we wait.
const MOST_ATTEMPTS = 3;

interface Asking {
  readonly tool: string;
  readonly given: Record<string, unknown>;
  readonly most: number;
  readonly longest?: number | undefined;
}

interface Pages {
  readonly pages: readonly Record<string, unknown>[];
  readonly project: string | undefined;
}

async function everyPage(asking: Asking, call: CallOurs, attempt = 1): Promise<Pages | IdeError> {
  const { tool, given, most, longest } = asking;
  const pages: Record<string, unknown>[] = [];
  let cursor: string | undefined;
  let project: string | undefined;
  do {
    const outcome = await call(tool, cursor === undefined ? given : { ...given, cursor }, { longest });
    if (!outcome.ok) return outcome.error;
    const { cursor: next, stale } = pageOfOurs.parse(outcome.value);
    // Pages of two different answers must not be joined.
    if (stale === true && attempt < MOST_ATTEMPTS) return everyPage(asking, call, attempt + 1);
    pages.push(outcome.value);
    project = outcome.project;
    cursor = next;
  } while (cursor !== undefined && pages.length < most);
  return { pages, project };
}

const bodyWithCode = z.object({ error: z.string() });

function numbered(message: JSONRPCMessage, dialect: Dialect): JSONRPCMessage {
  if (!('error' in message)) return message;
  const body = bodyWithCode.safeParse(message.error.data);
  const code = body.success ? dialect.errorNumbers[body.data.error] : undefined;
  return code === undefined ? message : { ...message, error: { ...message.error, code } };
}
