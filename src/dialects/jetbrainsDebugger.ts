// The dialect of the JetBrains debugger plugin: its tools under /debugger-mcp, with its arguments, result models and error numbers.
import { z } from 'zod';
import type { IdeError } from '../ide/errors/errors.ts';
import { adviceIn, notesIn } from './advice.ts';
import { type Dialect, type DialectTool, defineDialectTool } from './dialect.ts';
import { exceptionBreakpoint, listBreakpoints, removeBreakpoint, setBreakpoint } from './jetbrainsDebuggerBreakpoints.ts';
import { answers, filePath, frameModel, inProject, project, session, sourceModel, stateModel, statusModel, threadModel } from './jetbrainsDebuggerModels.ts';
import { addWatch, evaluate, expand, removeWatch, setVariable, variables } from './jetbrainsDebuggerValues.ts';
import { given } from './jetbrainsIndexWords.ts';

// Beyond the plugin's own arguments: its clients may not wait as long as ours do.
const timeout = { timeout: z.number().min(0).max(600).optional().describe('Seconds to wait for a stop; 30.') };

// Tools that end where a program stands.
function standing(
  name: string,
  tool: string,
  description: string,
  more: z.ZodRawShape = {},
  renamed: (input: Record<string, unknown>) => Record<string, unknown> = () => ({}),
): DialectTool {
  return defineDialectTool({
    name,
    tool,
    description,
    input: z.strictObject({ ...more, ...session, ...project }),
    answer: answers.status,
    toArguments: (input) => inProject(input, { session_id: input.session_id, ...renamed(input) }),
    toResult: ([status], { project: root }) => standingModel(status, root),
  });
}

function standingModel(status: z.infer<typeof answers.status>, root: string | undefined): Record<string, unknown> {
  const notes = (status.notes ?? []).flatMap((one) => note(one) ?? []);
  return statusModel({ ...status, notes: notes.length > 0 ? notes : undefined }, root);
}

const configurations = defineDialectTool({
  name: 'list_run_configurations',
  tool: 'list_run_configurations',
  description: 'The run configurations of the project, and whether they can be debugged.',
  input: z.strictObject(project),
  answer: z.object({
    configurations: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        from: z.string(),
        canRun: z.boolean(),
        canDebug: z.boolean(),
        description: z.string(),
        folder: z.string().optional(),
      }),
    ),
  }),
  toArguments: (input) => inProject(input),
  toResult: ([{ configurations: all }]) => ({
    configurations: all.map(({ name, type, from, canRun, canDebug, description, folder }) => ({
      name,
      type,
      typeId: type,
      // What nobody wrote down to keep.
      isTemporary: !/(?:^|[\\/])(?:launch|tasks)\.json$/.test(from),
      canRun,
      canDebug,
      folder: folder ?? null,
      description,
    })),
  }),
});

const run = defineDialectTool({
  name: 'run_configuration',
  tool: 'run_configuration',
  description: 'Run a configuration without debugging it; what takes longer than a moment goes on.',
  input: z.strictObject({ configuration_name: z.string().min(1).describe('Name of the run configuration.'), ...project }),
  // Its cursor is for what comes later.
  onePage: true,
  answer: z.object({ runId: z.string(), name: z.string(), state: z.string(), exitCode: z.number().optional(), output: z.string() }),
  toArguments: (input) => inProject(input, { name: input.configuration_name }),
  toResult: ([{ runId, name, state, exitCode, output }]) => ({
    runId,
    runConfigurationName: name,
    status: state === 'running' ? 'started' : 'finished',
    exitCode: exitCode ?? null,
    output,
  }),
});

const sessions = defineDialectTool({
  name: 'list_debug_sessions',
  tool: 'list_debug_sessions',
  description: 'The debug sessions with their states.',
  input: z.strictObject(project),
  answer: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        state: z.string(),
        configuration: z.string().optional(),
        processId: z.number().optional(),
        current: z.boolean().optional(),
      }),
    ),
  }),
  toArguments: (input) => inProject(input),
  toResult: ([{ sessions: all }]) => ({
    sessions: all.map((one) => ({
      id: one.id,
      name: one.name,
      state: stateModel(one.state),
      isCurrent: one.current ?? false,
      runConfigurationName: one.configuration ?? null,
      processId: one.processId ?? null,
    })),
  }),
});

const start = defineDialectTool({
  name: 'start_debug_session',
  tool: 'start_debug_session',
  description: 'Debug a run configuration until it first stops or ends. What does neither in time runs on, and the state is running.',
  input: z.strictObject({ configuration_name: z.string().min(1).describe('Name of the run configuration.'), ...timeout, ...project }),
  answer: answers.status,
  toArguments: (input) => inProject(input, { configuration_name: input.configuration_name, timeout: input.timeout }),
  toResult: ([status], { project: root }) => standingModel(status, root),
});

const status = standing(
  'get_debug_session_status',
  'get_debug_session_status',
  'Everything about a debug session in one answer: variables, watches, stack and source.',
  {
    include_variables: z.boolean().optional().describe('Variables of the frame; true.'),
    include_source_context: z.boolean().optional().describe('Code around the line; true.'),
    source_context_lines: z.int().min(0).max(100).optional().describe('Lines above and below; 5.'),
    max_stack_frames: z.int().min(1).max(200).optional().describe('Frames; 5.'),
  },
  ({ include_variables, include_source_context: withSource, source_context_lines: lines, max_stack_frames: frames }) => ({
    include_variables,
    source_lines: withSource === false ? 0 : lines,
    max_frames: frames,
  }),
);

const runToLine = standing(
  'run_to_line',
  'run_to_line',
  'Run until a line is reached.',
  { file_path: filePath, line: z.int().min(1).describe('From 1.'), ...timeout },
  ({ file_path: file, line, timeout: most }) => ({ file, line, timeout: most }),
);

const stackTrace = defineDialectTool({
  name: 'get_stack_trace',
  tool: 'get_stack_trace',
  description: 'The call stack of a thread.',
  input: z.strictObject({
    thread_id: z.string().regex(/^\d+$/, 'pass the id of a thread of list_threads').optional().describe('The current one if left out.'),
    max_frames: z.int().min(1).max(500).optional().describe('50'),
    ...session,
    ...project,
  }),
  answer: z.object({
    sessionId: z.string(),
    threadId: z.number(),
    frames: z.array(answers.frame),
    depth: z.number().optional(),
    deeper: z.boolean().optional(),
    selected: z.number(),
  }),
  toArguments: (input) => inProject(input, { session_id: input.session_id, thread_id: numberIn(input.thread_id), max_frames: input.max_frames }),
  toResult: ([{ sessionId, threadId, frames, depth, deeper, selected }], { project: root }) => ({
    sessionId,
    threadId: String(threadId),
    frames: frames.map((frame) => frameModel(frame, selected, root)),
    totalFrames: depth ?? frames.length,
    ...given({ stackDepthIsMinimum: deeper }),
  }),
});

const threads = defineDialectTool({
  name: 'list_threads',
  tool: 'list_threads',
  description: 'The threads of the program.',
  input: z.strictObject({ ...session, ...project }),
  answer: z.object({
    sessionId: z.string(),
    threads: z.array(answers.thread.extend({ state: z.string(), stopped: z.boolean().optional(), current: z.boolean().optional() })),
  }),
  toArguments: (input) => inProject(input, { session_id: input.session_id }),
  toResult: ([{ sessionId, threads: all }]) => ({
    sessionId,
    threads: all.map((one) => threadModel(one, one.state, one.stopped ?? one.current ?? false)),
  }),
});

const sourceContext = defineDialectTool({
  name: 'get_source_context',
  tool: 'get_source_context',
  description: 'Code around where the program stands, or around a line.',
  input: z.strictObject({
    file_path: filePath.optional(),
    line: z.int().min(1).optional().describe('With file_path.'),
    lines: z.int().min(1).max(200).optional().describe('Above and below; 10.'),
    ...session,
    ...project,
  }),
  answer: z.object({ file: z.string().optional(), source: z.array(z.string()), cutLines: answers.cutLines }),
  toArguments: (input) => inProject(input, { file: input.file_path, line: input.line, lines: input.lines, session_id: input.session_id }),
  toResult: ([{ file, source, cutLines }], { project: root }) => sourceModel(file, source, cutLines, root),
});

const tools: readonly DialectTool[] = [
  configurations,
  run,
  sessions,
  start,
  standing('stop_debug_session', 'stop_debug_session', 'End a debug session and its program.'),
  status,
  listBreakpoints,
  setBreakpoint,
  removeBreakpoint,
  exceptionBreakpoint,
  standing('resume', 'resume', 'Run on until the program stops again or ends.', timeout, ({ timeout: most }) => ({ timeout: most })),
  standing('pause', 'pause', 'Stop the program where it is.'),
  standing('step_over', 'step_over', 'Run the current line.'),
  standing('step_into', 'step_into', 'Go into the call on the current line.'),
  standing('step_out', 'step_out', 'Run to the end of the function.'),
  runToLine,
  stackTrace,
  standing(
    'select_stack_frame',
    'select_stack_frame',
    'Look at another frame.',
    { frame_index: z.int().min(0).describe('0 is the innermost.') },
    ({ frame_index }) => ({ frame_index }),
  ),
  threads,
  variables,
  expand,
  setVariable,
  evaluate,
  addWatch,
  removeWatch,
  sourceContext,
];

const advice = adviceIn(tools, {
  instead: {},
  otherwise: {
    file_not_found: 'Pass a path from the root of the project, or an absolute one.',
    outside_project: 'Pass a file of the project.',
    is_a_folder: 'Pass a file.',
    project_not_open: 'Pass the path of one of open_projects as projectPath.',
    no_debug_session: 'Begin with start_debug_session; list_debug_sessions shows those of others.',
    session_ended: 'Begin another with start_debug_session.',
    not_paused: 'Call pause; or set a breakpoint on a line that it will reach, and ask get_debug_session_status until it is paused.',
  },
});
const note = notesIn(tools);

export const jetbrainsDebugger: Dialect = {
  name: 'jetbrainsDebugger',
  path: '/debugger-mcp',
  parseErrorStatus: 200,
  identity: { name: 'jetbrains-debugger', version: '1.0.0' },
  announcedAs: 'Debugger MCP Server',
  tools,
  resources: [],
  templates: [],
  errorNumbers: {
    unknown_tool: -32602,
    invalid_arguments: -32602,
    internal_error: -32603,
    no_debug_session: -32001,
    session_not_found: -32002,
    session_ended: -32002,
    breakpoint_not_found: -32003,
    no_code_on_line: -32003,
    line_out_of_range: -32003,
    invalid_condition: -32003,
    invalid_watch: -32004,
    evaluation_failed: -32004,
    evaluation_interrupted: -32004,
    evaluation_stuck: -32004,
    evaluation_refused: -32004,
    cannot_set_variable: -32004,
    variable_not_found: -32004,
    unknown_variable: -32004,
    multiple_projects_open: -32005,
    no_project_open: -32006,
    project_not_open: -32006,
    // Of our own: the plugin calls both of them no session, which would send a client to start another.
    several_sessions: -32007,
    not_paused: -32008,
  },
  errorBody,
};

function errorBody(error: IdeError): Record<string, unknown> {
  const { code, message, next, details } = error;
  const { projects, ...others } = details;
  return {
    error: code,
    message: code === 'multiple_projects_open' ? `${message} ${next}` : message,
    ...given({ next: advice(error), open_projects: projects }),
    ...others,
  };
}

function numberIn(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text);
}
