// Runs, commands, terminals, requests, the log and notifications of the bridge for Copilot, whose answers are what a program printed.
import { z } from 'zod';
import { numbered, optionalText, plural } from './copilotBridgeWords.ts';
import { type DialectTool, defineDialectTool } from './dialect.ts';
import { given } from './jetbrainsIndexWords.ts';

const text = (description: string) => z.string().optional().describe(description);
const seconds = z.int().min(1).max(600).optional().describe('Seconds to wait.');
const texts = (description: string) => z.record(z.string(), z.string()).optional().describe(description);

const end = { exitCode: z.number().optional(), signal: z.string().optional() };
const change = { changeId: z.string().optional() };
const LEFT_OUT = '(Lines were left out; read_run_output has them.)';

const listConfigurations = defineDialectTool({
  name: 'list_run_configurations',
  tool: 'list_run_configurations',
  description: 'The run configurations of the project.',
  input: z.strictObject({}),
  answer: z.object({
    configurations: z.array(
      z.object({ name: z.string(), type: z.string(), from: z.string(), canRun: z.boolean(), canDebug: z.boolean(), description: z.string() }),
    ),
  }),
  toArguments: () => ({}),
  toResult: ([{ configurations }]) => ({ results: configurations }),
  tell: ({ results }) =>
    results.length === 0
      ? 'No run configurations found.'
      : numbered(
          `${results.length} run ${plural('configuration', results.length)}:`,
          results.map(({ name, type, from }) => `${name} [${type}] from ${from}`),
        ),
});

const runConfiguration = defineDialectTool({
  name: 'run_configuration',
  tool: 'run_configuration',
  description: 'Run a configuration by its name; what takes longer goes on, and read_run_output reads it.',
  input: z.strictObject({ name: z.string().min(1).describe('As listed.'), timeout: seconds }),
  // Its cursor is for read_run_output.
  onePage: true,
  answer: z.object({ runId: z.string(), name: z.string(), state: z.string(), ...end, output: z.string(), cut: z.boolean().optional(), ...change }),
  toArguments: ({ name, timeout }) => given({ name, timeout }),
  toResult: ([answer]) => answer,
  tell: ({ runId, name, state, exitCode, signal, output, cut }) =>
    [
      state === 'running' ? `Started ${name} (${runId}), still running.` : `${name} ${ended(exitCode, signal)}.`,
      output.trimEnd(),
      ...(cut === true ? [LEFT_OUT] : []),
    ]
      .join('\n')
      .trimEnd(),
});

// What the bridge calls it, and what it is called in launch.json.
const settingsInput = {
  program: text('File to run.'),
  main_class: text('Class with main.'),
  command: text('Shell line, for a task.'),
  program_args: text('Arguments, separated by spaces.'),
  working_dir: text('Folder to run in.'),
  env: texts('Environment variables.'),
};
const settingsShape = z.object(settingsInput);

function settingsOf(input: z.infer<typeof settingsShape>): Record<string, unknown> {
  const args = optionalText(input.program_args)?.trim().split(/\s+/);
  return given({
    program: optionalText(input.program),
    mainClass: optionalText(input.main_class),
    command: optionalText(input.command),
    args,
    cwd: optionalText(input.working_dir),
    env: input.env,
  });
}

const createConfiguration = defineDialectTool({
  name: 'create_run_configuration',
  tool: 'create_run_configuration',
  description: 'Create a run configuration in launch.json or, with a command, a task in tasks.json.',
  input: z.strictObject({ name: z.string().min(1).describe('Its name.'), type: text('Such as node, debugpy, go.'), ...settingsInput }),
  answer: z.object({ name: z.string(), ...change }),
  toArguments: ({ name, type, ...settings }) => ({ name, settings: { ...given({ type: optionalText(type) }), ...settingsOf(settings) } }),
  toResult: ([answer]) => answer,
  tell: ({ name }) => `Created run configuration ${name}.`,
});

const editConfiguration = defineDialectTool({
  name: 'edit_run_configuration',
  tool: 'edit_run_configuration',
  description: 'Change a run configuration of launch.json or tasks.json.',
  input: z.strictObject({ name: z.string().min(1).describe('As listed.'), new_name: text('Another name.'), ...settingsInput }),
  answer: z.object({ name: z.string(), ...change }),
  toArguments: ({ name, new_name: newName, ...settings }) => ({ name, ...given({ new_name: optionalText(newName) }), settings: settingsOf(settings) }),
  toResult: ([answer]) => answer,
  tell: ({ name }) => `Changed run configuration ${name}.`,
});

const readRun = defineDialectTool({
  name: 'read_run_output',
  tool: 'read_run_output',
  description: 'What a run printed, also after it ended.',
  input: z.strictObject({ run_id: text('As run_configuration told it; the last one without.') }),
  answer: z.object({
    runId: z.string(),
    name: z.string(),
    state: z.string(),
    ...end,
    output: z.array(z.object({ stream: z.string(), text: z.string() })),
    forgotten: z.number().optional(),
  }),
  onePage: true,
  toArguments: ({ run_id: id }) => given({ run_id: optionalText(id) }),
  toResult: ([answer]) => ({ ...answer, output: answer.output.map((part) => part.text).join('') }),
  tell: ({ name, state, exitCode, signal, output, forgotten }) =>
    [
      `${name} ${state === 'running' ? 'is running' : ended(exitCode, signal)}.`,
      ...(forgotten === undefined ? [] : [`(${forgotten} parts before this were forgotten, because there were too many.)`]),
      output,
    ]
      .join('\n')
      .trimEnd(),
});

const runCommand = defineDialectTool({
  name: 'run_command',
  tool: 'run_command',
  description: 'Run a shell command in the project and wait for its end. Deletions, force pushes and the like ask a person.',
  input: z.strictObject({ command: z.string().min(1).describe('Shell line.'), timeout: seconds }),
  answer: z.object({
    ...end,
    timedOut: z.boolean().optional(),
    stdout: z.string(),
    stderr: z.string(),
    cut: z.boolean().optional(),
    durationMs: z.number(),
    ...change,
    notes: z.array(z.string()).optional(),
  }),
  toArguments: ({ command, timeout }) => given({ command, timeout }),
  toResult: ([answer]) => answer,
  tell: ({ exitCode, signal, timedOut, stdout, stderr, cut, notes = [] }) =>
    [
      timedOut === true ? 'Timed out.' : `${sentence(ended(exitCode, signal))}.`,
      stdout.trimEnd(),
      stderr.trimEnd(),
      cut === true ? LEFT_OUT : '',
      ...notes.map((note) => `Note: ${note}`),
    ]
      .filter((part) => part !== '')
      .join('\n'),
});

const screen = z.object({ terminalId: z.string(), state: z.string(), exitCode: z.number().optional(), screen: z.string() });

const runInTerminal = defineDialectTool({
  name: 'run_in_terminal',
  tool: 'run_in_terminal',
  description: 'Run a command in a terminal, a new one or one that is open; answers with its screen.',
  input: z.strictObject({
    command: z.string().min(1).describe('Shell line.'),
    tab_name: text('Any name: that tab is typed into, or opened; or an id of list_terminals.'),
  }),
  answer: screen,
  toArguments: ({ command, tab_name: tab }) => given({ command, name: optionalText(tab)?.trim() }),
  toResult: ([answer]) => answer,
  tell: tellScreen,
});

const listTerminals = defineDialectTool({
  name: 'list_terminals',
  tool: 'list_terminals',
  description: 'The shells of this machine and the terminals of the project.',
  input: z.strictObject({}),
  answer: z.object({
    terminals: z.array(z.object({ terminalId: z.string(), title: z.string(), state: z.string() })),
    shells: z.array(z.object({ name: z.string(), path: z.string(), default: z.boolean().optional() })),
  }),
  toArguments: () => ({}),
  toResult: ([{ terminals, shells }]) => ({ results: terminals, shells }),
  tell: ({ results, shells }) =>
    [
      'Available shells:',
      ...shells.map(({ name, path, default: isDefault }) => `- ${name} (${path})${isDefault === true ? ', the default' : ''}`),
      results.length === 0
        ? 'No terminals.'
        : numbered(
            `${results.length} ${plural('terminal', results.length)}:`,
            results.map(({ terminalId, title, state }) => `${terminalId} ${title} (${state})`),
          ),
    ].join('\n'),
});

const readTerminal = defineDialectTool({
  name: 'read_terminal_output',
  tool: 'read_terminal_output',
  description: 'The screen of a terminal.',
  input: z.strictObject({ tab_name: z.string().min(1).describe('As list_terminals tells it.') }),
  answer: screen,
  onePage: true,
  toArguments: ({ tab_name: tab }) => ({ terminal_id: tab }),
  toResult: ([answer]) => answer,
  tell: tellScreen,
});

const httpRequest = defineDialectTool({
  name: 'http_request',
  tool: 'http_request',
  description: 'Send an HTTP request: to this machine always, to other hosts by policy.',
  input: z.strictObject({
    url: z.string().min(1).describe('http or https.'),
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']).default('GET').describe('Method.'),
    headers: texts('By name.'),
    body: text('Text of the body.'),
  }),
  answer: z.object({
    status: z.number(),
    statusText: z.string(),
    url: z.string().optional(),
    redirects: z.array(z.string()).optional(),
    notFollowed: z.object({ to: z.string(), why: z.string() }).optional(),
    headers: z.record(z.string(), z.string()),
    body: z.string().optional(),
    bytes: z.number(),
    cut: z.boolean().optional(),
    durationMs: z.number(),
  }),
  toArguments: ({ url, method, headers, body }) => given({ url, method, headers, body }),
  toResult: ([answer]) => answer,
  tell: ({ status, statusText, url, notFollowed, headers, body, bytes, cut }) =>
    [
      `HTTP ${status} ${statusText}${url === undefined ? '' : ` from ${url}`}`,
      ...(notFollowed === undefined ? [] : [`Not followed to ${notFollowed.to}: ${notFollowed.why}`]),
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body ?? (bytes === 0 ? '' : `(${bytes} bytes that are no text)`),
      ...(cut === true ? [`(There is more than this of ${bytes} bytes.)`] : []),
    ]
      .join('\n')
      .trimEnd(),
});

const readLog = defineDialectTool({
  name: 'read_ide_log',
  tool: 'read_ide_log',
  description: 'The last lines of the log.',
  input: z.strictObject({
    lines: z.int().min(1).max(500).default(50).describe('Most lines.'),
    filter: text('Only lines with this text.'),
    level: text('INFO, WARN or ERROR, and worse.'),
  }),
  answer: z.object({ lines: z.array(z.object({ time: z.string(), level: z.string(), text: z.string() })) }),
  onePage: true,
  toArguments: ({ lines, filter, level }) => given({ lines, query: optionalText(filter), level: optionalText(level)?.toLowerCase() }),
  toResult: ([{ lines }]) => ({ results: lines }),
  tell: ({ results }) => (results.length === 0 ? 'No lines.' : results.map((line) => `${line.time} ${line.level.toUpperCase()} ${line.text}`).join('\n')),
});

const notifications = defineDialectTool({
  name: 'get_notifications',
  tool: 'get_notifications',
  description: 'What the IDE would pop up.',
  input: z.strictObject({}),
  answer: z.object({ notifications: z.array(z.object({ severity: z.string(), message: z.string(), next: z.string().optional() })) }),
  toArguments: () => ({}),
  toResult: ([answer]) => ({ results: answer.notifications }),
  tell: ({ results }) =>
    results.length === 0
      ? 'No notifications.'
      : numbered(
          `${results.length} ${plural('notification', results.length)}:`,
          results.map(({ severity, message, next }) => [`[${severity.toUpperCase()}] ${message}`, next].filter((part) => part !== undefined).join(' ')),
        ),
});

function tellScreen({ terminalId, state, exitCode, screen: shown }: z.infer<typeof screen>): string {
  return `Terminal ${terminalId}${state === 'running' ? '' : ` ${ended(exitCode, undefined)}`}:\n${shown}`.trimEnd();
}

function ended(exitCode: number | undefined, signal: string | undefined): string {
  return exitCode === undefined ? `was ended by ${signal ?? 'a signal'}` : `ended with exit code ${exitCode}`;
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const runningTools: readonly DialectTool[] = [
  listConfigurations,
  runConfiguration,
  createConfiguration,
  editConfiguration,
  readRun,
  runCommand,
  runInTerminal,
  listTerminals,
  readTerminal,
  httpRequest,
  readLog,
  notifications,
];
