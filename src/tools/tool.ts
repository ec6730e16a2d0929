// What a tool is: a name, an effect, what it takes, what it returns and how that is printed.
import { z } from 'zod';
import type { Agents } from '../ide/doors/agents.ts';
import type { Progress } from '../ide/doors/languages.ts';
import type { Decide } from '../ide/doors/reviews.ts';
import type { JudgedStep } from '../ide/doors/running.ts';
import type { Workbench } from '../ide/ide.ts';
import { type IdeWith, type OptionalDoor, requireDoors } from '../ide/optionalDoors.ts';

// The only statement of danger; scheduling and permission follow from it, and so do annotations where a tool has no hints.
export type Effect = 'reads' | 'edits' | 'runs' | 'controls';

export type Lane = 'engine' | 'search';

// What is true of a tool though not of every tool with its effect, for clients that ask their person by annotations. Nothing of ours is decided by it.
export interface Hint {
  readonly is: boolean;
  readonly because: string;
}

// Whether it only reads is said by the effect alone: clients skip their questions for what does.
export interface Hints {
  // It may replace or remove what is there, rather than only add to it.
  readonly destructive?: Hint;
  // The same call again has no further effect.
  readonly idempotent?: Hint;
  // It deals with more than the project and this machine.
  readonly openWorld?: Hint;
}

interface ToolText {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly effect: Effect;
  readonly hints?: Hints;
  // Not in the default list, which every agent pays for in every session; find_tools finds it, and it can be called like any other.
  readonly hidden?: boolean;
  // What it will run is known only once it has looked, so the tool itself lets each command be judged: where the policy says ask, it asks there.
  readonly judgesCommands?: boolean;
  // A person looks at what it would write, whatever the policy allows and whoever calls, because only they can tell whether it is right.
  readonly isAlwaysReviewed?: boolean;
  // It does nothing but call others, each of which is permitted by itself.
  readonly callsOthers?: boolean;
  // It asks engines about the whole project, or searches all files. Few calls of a lane run at a time, so that small questions stay quick whatever others ask.
  readonly lane?: Lane;
}

interface ToolBody<Context, Input extends z.ZodObject, Output extends z.ZodObject> extends ToolText {
  readonly input: Input;
  readonly output: Output;
  run(context: Context, input: z.output<Input>): Promise<z.input<Output>>;
  // The subject of such a call for people who look at a list of them, where the usual arguments (caption.ts) do not say it.
  caption?(input: z.output<Input>): string;
  // From the fullest text to the shortest: the first that fits the budget is printed. A generator computes only what is needed.
  tell(value: z.input<Output>): Iterable<string>;
}

interface ProjectToolBody<Needs extends OptionalDoor, Input extends z.ZodObject, Output extends z.ZodObject>
  extends ToolBody<ProjectContext<Needs>, Input, Output> {
  // The doors that every call of it goes through: its run is given them, and a host that lacks one neither lists nor calls it.
  readonly needs?: readonly Needs[];
  // The doors that such a call goes through besides, though others of this tool do without.
  alsoNeeds?(input: z.output<Input>): readonly OptionalDoor[];
  // What such a call would do that nobody can take back, or to what is another agent's, in a few words; a person is asked unless the policy names this tool.
  // Undefined for other calls.
  asksFirst?(input: z.output<Input>, asker: Asker<Needs>): string | undefined;
  // Whether such a call writes what is no file of the project, so that there is no plan of it to look at and a person is asked about the call itself.
  writesElsewhere?(input: z.output<Input>, asker: Asker<Needs>): boolean;
  // Whether such a call changes nothing, though others of this tool do: it is then permitted and scheduled as one that reads.
  onlyReads?(input: z.output<Input>): boolean;
}

// What every run is given.
export interface CallContext {
  readonly workbench: Workbench;
  // Every tool that this host can call, listed or not.
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
  readonly progress: Progress;
  // Who calls, as in "claude-code 2.1".
  readonly author: string;
  // The connection that the call came through; undefined where that ends with the call. What an agent starts and keeps hangs on it.
  readonly owner: string | undefined;
  // How many tokens the answer may have.
  readonly budget: number;
  // What a person says to a proposal. The run ends where a person is needed, and is repeated when one has decided.
  readonly decide: Decide;
  readonly permission: CallPermission;
  // Calls another tool in the caller's name: validated, permitted, scheduled and recorded as what it is. It never throws.
  readonly callOther: (tool: string, given: unknown, budget: number) => Promise<OtherOutcome>;
  // The hash of what this agent was last shown of a file, or wrote into it; undefined where that is not known.
  readonly lastSeen: (file: string) => string | undefined;
  // What waits for a person's answer.
  readonly waitingReviews: () => readonly WaitingReview[];
  // Who is connected to this server.
  readonly connections: () => readonly ConnectedClient[];
  // Agents that can be started; absent where none can.
  readonly agents: Agents | undefined;
}

export type OtherOutcome =
  | { readonly ok: true; readonly value: Record<string, unknown>; readonly text: string }
  | {
      readonly ok: false;
      readonly error: { readonly code: string; readonly message: string; readonly next: string; readonly details: Readonly<Record<string, unknown>> };
    };

export interface ConnectedClient {
  readonly id: string;
  readonly client: string;
  readonly door: string;
  readonly dialect?: string;
  readonly root?: string;
  // ISO 8601.
  readonly since: string;
  readonly calls: number;
  readonly inFlight: readonly { readonly tool: string; readonly since: string }[];
  readonly lastCall?: { readonly tool: string; readonly since: string; readonly status: 'success' | 'error' };
}

export interface WaitingReview {
  readonly id: string;
  readonly tool: string;
  readonly title: string;
  readonly author: string;
  readonly project?: string | undefined;
  readonly time: string;
}

// What the rules say of more than the tool itself: of the commands that it runs and the hosts that it speaks to. Ask before anything has happened.
export interface CallPermission {
  // All that the call will run. Throws not_permitted, and where a person must decide, what ends the run until one has.
  commands(steps: readonly JudgedStep[], around?: Around): Promise<void>;
  host(host: string, isLoopback: boolean): void;
  // The same without asking anybody: why not, or undefined where it is allowed.
  hostRefusal(host: string, isLoopback: boolean): string | undefined;
  isOurPort(port: number): boolean;
  isOurProcess(pid: number): boolean;
}

// What belongs to the same question.
export interface Around {
  readonly hosts: readonly { readonly host: string; readonly isLoopback: boolean }[];
  // What a person is asked about unless the policy names the tool, in a few words.
  readonly unusual: readonly string[];
}

// Of a tool that needs these doors; any other of the optional ones may be missing.
export interface ProjectContext<Needs extends OptionalDoor = never> extends CallContext {
  readonly ide: IdeWith<Needs>;
}

// Who asks, and where.
export type Asker<Needs extends OptionalDoor = never> = Pick<ProjectContext<Needs>, 'ide' | 'owner'> & { readonly agents?: Agents | undefined };

// A tool as the server sees it: types erased, schemas computed once and when they are needed.
export interface Tool extends ToolText {
  // False for tools about the machine, such as list_projects, which need no project to be named.
  readonly needsProject: boolean;
  readonly needs: readonly OptionalDoor[];
  readonly input: z.ZodObject;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  // The only place where arguments are checked: what it returns holds them typed, and whoever goes on with the call goes on with that.
  parse(given: unknown): ParsedToolCall | Misfit;
  // Set where a call stands for a call of another tool, which takes its place before anything is permitted, scheduled or recorded.
  // Undefined where the arguments do not fit.
  forwardedTo?(given: unknown): ForwardedCall | undefined;
}

export interface ParsedToolCall {
  // With the defaults, as the policy, the history and people see them.
  readonly input: Readonly<Record<string, unknown>>;
  // The project that the call names.
  readonly projectPath: string | undefined;
  // What the tool itself says of such a call.
  readonly caption: string | undefined;
  // Doors that only such a call needs.
  readonly alsoNeeds: readonly OptionalDoor[];
  // It changes nothing, whatever other calls of this tool do.
  readonly onlyReads: boolean;
  asksFirst(asker: Asker): string | undefined;
  // A person who must be asked sees the call, though other calls of this tool show a plan.
  writesElsewhere(asker: Asker): boolean;
  run(context: ProjectContext | CallContext): Promise<ToolAnswer>;
}

// Arguments that do not fit.
export interface Misfit {
  readonly issues: readonly z.core.$ZodIssue[];
}

export interface ForwardedCall {
  readonly tool: string;
  readonly arguments: Record<string, unknown>;
}

export interface ToolAnswer {
  readonly value: Record<string, unknown>;
  readonly tellings: Iterable<string>;
}

export type JsonSchema = Record<string, unknown> & { readonly type: 'object' };

// A tool that works in one project. `project_path` is added to its input here, so no tool repeats it.
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject, Needs extends OptionalDoor = never>(
  body: ProjectToolBody<Needs, Input, Output>,
): Tool {
  const needs = body.needs ?? [];
  const input = body.input.extend({ project_path: z.string().optional() });
  return withSchemas(body.output, {
    ...texts(body),
    needsProject: true,
    needs,
    input,
    parse(given) {
      const { projectPath, rest } = withoutProject(given);
      const parsed = body.input.safeParse(rest);
      if (!parsed.success || !isOptionalText(projectPath)) return { issues: input.safeParse(given).error?.issues ?? [] };
      const { data } = parsed;
      const onlyReads = body.onlyReads?.(data) ?? false;
      return {
        input: projectPath === undefined ? data : { ...data, project_path: projectPath },
        projectPath,
        caption: body.caption?.(data),
        alsoNeeds: body.alsoNeeds?.(data) ?? [],
        onlyReads,
        asksFirst({ ide, owner, agents }) {
          requireDoors(ide, needs);
          return body.asksFirst?.(data, { ide, owner, agents });
        },
        writesElsewhere({ ide, owner, agents }) {
          requireDoors(ide, needs);
          return body.writesElsewhere?.(data, { ide, owner, agents }) ?? false;
        },
        async run(context) {
          if (!('ide' in context)) throw new TypeError(`${body.name} needs a project`);
          const { ide } = context;
          requireDoors(ide, needs);
          // No answer is older than the disk, whatever the tool reads first.
          const state = await ide.documents.settle(context.signal);
          // Once for a call that changes nothing. Any other asks about what it has just done, and looks each time.
          const doors = onlyReads || body.effect === 'reads' ? ide.asOf?.(state) : undefined;
          const own = doors === undefined ? ide : { ...ide, ...doors };
          const value = await body.run({ ...context, ide: own, budget: budgetOf(data, context) }, data);
          // Printed anew for each who shares the answer.
          return { value, tellings: { [Symbol.iterator]: () => body.tell(value)[Symbol.iterator]() } };
        },
      };
    },
  });
}

// A tool about the machine: it chooses its projects itself.
export function defineMachineTool<Input extends z.ZodObject, Output extends z.ZodObject>(body: ToolBody<CallContext, Input, Output>): Tool {
  return withSchemas(body.output, {
    ...texts(body),
    needsProject: false,
    needs: [],
    input: body.input,
    parse(given) {
      const parsed = body.input.safeParse(given);
      if (!parsed.success) return parsed.error;
      const { data } = parsed;
      return {
        input: data,
        projectPath: undefined,
        caption: body.caption?.(data),
        alsoNeeds: [],
        onlyReads: false,
        asksFirst: () => undefined,
        writesElsewhere: () => false,
        async run(context) {
          const value = await body.run(context, data);
          return { value, tellings: body.tell(value) };
        },
      };
    },
  });
}

// A tool that passes its call on. What it answers is the other's answer, so it says of its danger the worst that could follow.
export function defineForwardingTool<Input extends z.ZodObject>(body: ToolText & { input: Input; forwardedTo(input: z.output<Input>): ForwardedCall }): Tool {
  return withSchemas(z.looseObject({}), {
    ...texts(body),
    needsProject: false,
    needs: [],
    input: body.input,
    forwardedTo(given) {
      const parsed = body.input.safeParse(given);
      return parsed.success ? body.forwardedTo(parsed.data) : undefined;
    },
    // Whatever fits has been forwarded.
    parse: (given) => ({ issues: body.input.safeParse(given).error?.issues ?? [] }),
  });
}

// The tool's own arguments are parsed by its own schema, so that they keep their types; errors are worded by the whole one.
function withoutProject(given: unknown): { readonly projectPath: unknown; readonly rest: unknown } {
  if (typeof given !== 'object' || given === null || !('project_path' in given)) return { projectPath: undefined, rest: given };
  const { project_path: projectPath, ...rest } = given;
  return { projectPath, rest };
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function budgetOf(input: Readonly<Record<string, unknown>>, context: CallContext): number {
  return typeof input['max_tokens'] === 'number' ? input['max_tokens'] : context.budget;
}

function texts({
  name,
  title,
  description,
  effect,
  hints = {},
  hidden = false,
  judgesCommands = false,
  isAlwaysReviewed = false,
  callsOthers = false,
  lane,
}: ToolText): ToolText {
  return { name, title, description, effect, hints, hidden, judgesCommands, isAlwaysReviewed, callsOthers, ...(lane !== undefined && { lane }) };
}

// Made when a list is first asked for: for all tools they were a quarter of what a daemon did at its start, and no call needs them.
function withSchemas(output: z.ZodObject, tool: Omit<Tool, 'inputSchema' | 'outputSchema'>): Tool {
  let inputSchema: JsonSchema | undefined;
  let outputSchema: JsonSchema | undefined;
  return {
    ...tool,
    get inputSchema() {
      inputSchema ??= jsonSchema(tool.input);
      return inputSchema;
    },
    get outputSchema() {
      outputSchema ??= jsonSchema(output);
      return outputSchema;
    },
  };
}

function jsonSchema(schema: z.ZodObject): JsonSchema {
  // $schema says nothing to a model and costs tokens in every tool.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', override: ({ jsonSchema }) => withoutNoise(jsonSchema) });
  return { ...rest, type: 'object' };
}

// Bounds that nobody would break cost tokens in every list; they are still checked.
function withoutNoise(schema: z.core.JSONSchema.BaseSchema): void {
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.minLength === 1) delete schema.minLength;
  // What is not asked for is not done, in every language.
  if (schema.default === false) delete schema.default;
  // Lines, columns and pages are counted from 1, and nobody asks for fewer.
  if (schema.minimum === 1) delete schema.minimum;
  if (schema.maximum === LARGEST_BUDGET) {
    delete schema.maximum;
    delete schema.minimum;
  }
  // The names in a JSON object are texts anyway.
  if (JSON.stringify(schema.propertyNames) === '{"type":"string"}') delete schema.propertyNames;
}

// Of max_tokens, in nearly every schema.
const LARGEST_BUDGET = 100_000;
