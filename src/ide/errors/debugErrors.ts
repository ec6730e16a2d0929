// The ways in which debugging is refused; errors.ts has all others.
import { howToTrust } from '../execution.ts';
import type { Project } from '../ide.ts';
import { IdeError } from './errors.ts';

// Starting

export const configurationNotFound = (name: string, close: readonly string[]) =>
  new IdeError(
    'configuration_not_found',
    `There is no run configuration named ${name}.`,
    close.length > 0 ? `Did you mean ${close.join(' or ')}?` : 'list_run_configurations shows them.',
    close.length > 0 ? { candidates: close } : {},
  );

export const configurationInvalid = (name: string, why: string) =>
  new IdeError('configuration_invalid', `The configuration ${name} cannot be used: ${why}.`, 'Correct it in launch.json, or start another one.');

export const cannotDebug = (what: string, why: string, next: string) => new IdeError('cannot_debug', `${what} cannot be debugged: ${why}.`, next);

export const adapterMissing = (adapter: string, why: string, install: string) =>
  new IdeError('adapter_missing', `The debugger ${adapter} is not here: ${why}.`, `Install it: ${install}`);

export const launchFailed = (adapter: string, message: string, output: string) =>
  new IdeError('launch_failed', `${adapter} could not start it: ${message}`, 'Fix what it says, and start again.', output === '' ? {} : { output });

export const adapterFailed = (adapter: string, message: string) =>
  new IdeError('adapter_failed', `${adapter} answered with an error: ${message}`, 'Look at get_debug_session_status, and call again if the session is paused.');

export const adapterSilent = (adapter: string, what: string) =>
  new IdeError('adapter_silent', `${adapter} did not answer to ${what} in time.`, 'Call again, or end it with stop_debug_session.');

export const preparationFailed = (task: string, output: string) =>
  new IdeError('preparation_failed', `The task ${task}, which comes before the launch, failed: ${output || 'it said nothing'}`, 'Fix it, and start again.');

export const projectNotTrusted = (project: Pick<Project, 'path' | 'howToTrust'>) =>
  new IdeError('not_trusted', `Nobody has trusted ${project.path}, so nothing in it is run.`, `A person can trust it: ${howToTrust(project)}`);

export const debuggingElsewhere = (root: string) =>
  new IdeError(
    'debugging_elsewhere',
    'Programs are not debugged through a VS Code window.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}.`,
  );

export const tooManySessions = (whose: 'own' | 'all', most: number, own: readonly string[]) =>
  new IdeError(
    'too_many_sessions',
    `${whose === 'own' ? 'You have' : 'All agents together have'} ${most} debug sessions open here already.`,
    own.length > 0 ? `End one with stop_debug_session: ${own.join(', ')}.` : 'Call again when one of them has ended.',
  );

// Sessions

export const noDebugSession = (others: readonly string[]) =>
  new IdeError(
    'no_debug_session',
    others.length === 0 ? 'No debug session is open.' : 'You have started no debug session that is still open.',
    others.length === 0 ? 'Begin with start_debug_session, debug_test or attach_debugger.' : `Pass session_id to use another's: ${others.join(', ')}.`,
  );

export const sessionNotFound = (id: string, known: readonly string[]) =>
  new IdeError('session_not_found', `There is no debug session ${id}.`, known.length > 0 ? `There are ${known.join(', ')}.` : 'None is open; start one.');

export const severalSessions = (known: readonly string[]) =>
  new IdeError('several_sessions', 'Several of your debug sessions are open, and none is paused.', `Pass session_id: ${known.join(', ')}.`);

export const sessionEnded = (id: string, why: string) =>
  new IdeError('session_ended', `The debug session ${id} has ended: ${why}.`, 'Start another one; read_debug_output still shows what it printed.');

export const notPaused = (id: string) =>
  new IdeError('not_paused', `The debug session ${id} is running.`, 'Call pause, or set a breakpoint and call wait_for_pause.');

export const noDebugInput = (why: string) =>
  new IdeError('no_debug_input', `Nothing was written: ${why}`, 'Give the program its input in a file or an argument, or run it in a terminal.');

// Breakpoints

export const noCodeOnLine = (file: string, line: number, near: readonly { line: number; text: string }[]) =>
  new IdeError('no_code_on_line', `Line ${line} of ${file} holds no code to stop at.`, 'Choose one of the nearest lines that can hold a breakpoint.', {
    candidates: near,
  });

export const breakpointNotFound = (id: string) => new IdeError('breakpoint_not_found', `There is no breakpoint ${id}.`, 'list_breakpoints shows them.');

export const cannotWatchData = (name: string, why: string) =>
  new IdeError('cannot_watch_data', `No breakpoint can be set on writes to ${name}: ${why}.`, 'Set one with a condition on the lines that assign it.');

export const invalidCondition = (condition: string, why: string) =>
  new IdeError('invalid_condition', `The condition ${condition} cannot be used: ${why}.`, 'Write an expression of the language of the program.');

export const invalidWatch = (expression: string, why: string) =>
  new IdeError('invalid_watch', `The expression ${expression} cannot be watched: ${why}.`, 'Write an expression of the language of the program.');

// Values

export const unknownVariable = (id: string, why: string) =>
  new IdeError('unknown_variable', `There is no value ${id}: ${why}.`, 'Ids hold for one stop; take one from get_variables, evaluate or the last stop.');

export const variableNotFound = (name: string, known: readonly string[]) =>
  new IdeError('variable_not_found', `There is no variable ${name} here.`, known.length > 0 ? `There are ${known.join(', ')}.` : 'This frame has none.');

export const frameNotFound = (index: number, depth: number) =>
  new IdeError('frame_not_found', `There is no frame ${index}; the stack has ${depth}, from 0.`, 'get_stack_trace shows them.');

export const threadNotFound = (id: number, known: readonly number[]) =>
  new IdeError('thread_not_found', `There is no paused thread ${id}.`, `Paused are ${known.join(', ') || 'none'}; list_threads shows all.`);

export const cannotSetVariable = (name: string, why: string) =>
  new IdeError('cannot_set_variable', `${name} was not set: ${why}`, 'Write the value as an expression of the language, or change another variable.');

export const evaluationFailed = (expression: string, why: string) =>
  new IdeError('evaluation_failed', `${expression} cannot be evaluated here: ${why}`, 'Check its names with get_variables, or choose another frame_index.');

export const evaluationInterrupted = (expression: string, why: string) =>
  new IdeError(
    'evaluation_interrupted',
    `${expression} was interrupted: ${why}`,
    'Evaluate something that ends, or set a breakpoint in what it calls and resume.',
  );

export const evaluationStuck = (expression: string) =>
  new IdeError(
    'evaluation_stuck',
    `${expression} still runs in the program: it does not end, and could not be interrupted.`,
    'stop_debug_session ends the program; its values can be read again once the expression has ended.',
  );

// The program has moved.
export const evaluationStopped = (expression: string, why: string, where: string, next: string) =>
  new IdeError('evaluation_stopped', `${expression} was not finished: ${why}. The program now stands ${where}.`, next);

export const evaluationRefused = (expression: string, why: string) =>
  new IdeError(
    'evaluation_refused',
    `${expression} was not evaluated: ${why}.`,
    'A person decides that, with evaluation in settings.json (see binnacle status).',
  );

export const watchNotFound = (id: string, known: readonly string[]) =>
  new IdeError('watch_not_found', `There is no watch ${id}.`, known.length > 0 ? `There are ${known.join(', ')}.` : 'None is set; add_watch adds one.');

export const ownProcess = (place: string) =>
  new IdeError('own_process', `Nothing was attached: ${place} is Binnacle itself.`, 'Attach to a program of the project.');
