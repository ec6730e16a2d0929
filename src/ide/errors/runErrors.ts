// The ways in which running programs, terminals and requests are refused; errors.ts has all others.
import { IdeError } from './errors.ts';

export const programNotFound = (program: string, why: string) =>
  new IdeError('program_not_found', `${program} could not be started: ${why}.`, 'Check its name and the PATH, or install it.');

export const tooManyRuns = (whose: 'own' | 'all', most: number, own: readonly string[]) =>
  new IdeError(
    'too_many_runs',
    `${whose === 'own' ? 'You have' : 'All agents together have'} ${most} programs running here already.`,
    own.length > 0 ? `End one with stop_run: ${own.join(', ')}.` : 'Call again when one of them has ended.',
  );

export const runNotFound = (id: string, known: readonly string[]) =>
  new IdeError(
    'run_not_found',
    `There is no run ${id}.`,
    known.length > 0 ? `There are ${known.join(', ')}.` : 'Nothing has been run; run_configuration starts one.',
  );

export const noRun = (others: readonly string[]) =>
  new IdeError(
    'no_run',
    'You have run nothing yet.',
    others.length === 0 ? 'Begin with run_configuration or run_command.' : `Pass run_id to look at another's: ${others.join(', ')}.`,
  );

export const cannotRun = (name: string, why: string) =>
  new IdeError('cannot_run', `${name} cannot be run: ${why}.`, 'list_run_configurations says which can be; run_command runs any command.');

export const runningElsewhere = (root: string) =>
  new IdeError(
    'running_elsewhere',
    'Programs are not run through a VS Code window.',
    `Call the tool of a Binnacle beside it: binnacle mcp, or binnacle serve --project ${root}.`,
  );

export const configurationExists = (name: string, file: string) =>
  new IdeError('configuration_exists', `${file} has a configuration ${name} already.`, 'Choose another name, or change it with edit_run_configuration.');

export const configurationNotEditable = (name: string, file: string) =>
  new IdeError(
    'configuration_not_editable',
    `${name} is not written in launch.json or tasks.json but follows from ${file}.`,
    `Edit ${file} itself with edit_file.`,
  );

// A person at the helm

export const heldByPerson = (tool: string, why: string) =>
  new IdeError(
    'held_by_person',
    `${tool} was not run: ${why}, and nobody is there to ask.`,
    'Reading goes on. Wait until the person releases you, or ask them; they can also keep "binnacle review" open and answer there.',
  );

// The same error, with what a person said.
export const withPersonNote = (error: IdeError, personNote: string) =>
  new IdeError(error.code, `${error.message} A person handed back with this note: ${personNote}`, error.next, { ...error.details, personNote });

// Terminals

export const terminalNotFound = (id: string, known: readonly string[]) =>
  new IdeError(
    'terminal_not_found',
    `There is no terminal ${id}.`,
    known.length > 0 ? `There are ${known.join(', ')}.` : 'None is open; run_in_terminal opens one.',
  );

export const terminalEnded = (id: string, exitCode: number) =>
  new IdeError('terminal_ended', `The program in terminal ${id} has ended with ${exitCode}.`, 'Read what it printed, or open another with run_in_terminal.');

export const tooManyTerminals = (whose: 'own' | 'all', most: number, own: readonly string[]) =>
  new IdeError(
    'too_many_terminals',
    `${whose === 'own' ? 'You have' : 'All agents together have'} ${most} terminals open here already.`,
    own.length > 0 ? `Close one with close_terminal: ${own.join(', ')}.` : 'Call again when one of them has ended.',
  );

export const unknownKey = (key: string) =>
  new IdeError('unknown_key', `There is no key ${key}.`, 'Use names such as enter, tab, escape, up, page_down, f1, ctrl+c, alt+x; letters go into text.');

// Requests

export const invalidUrl = (url: string, why: string) =>
  new IdeError('invalid_url', `${url} cannot be requested: ${why}.`, 'Pass an absolute URL, as in http://localhost:3000/health.');

export const invalidHeader = (name: string, why: string) => new IdeError('invalid_header', `The header ${name} cannot be sent: ${why}.`, 'Leave it out.');

export const leadsElsewhere = (host: string, where: string) =>
  new IdeError(
    'leads_elsewhere',
    `Nothing was sent: the name ${host} leads to ${where}.`,
    'A person can allow that address under hosts in the policy file (see binnacle status).',
  );

export const ownServer = (where: string) =>
  new IdeError(
    'own_server',
    `Nothing was sent: ${where} is Binnacle itself.`,
    'Call its tools; what it keeps from agents is not to be had over the network either.',
  );

export const requestFailed = (where: string, why: string) =>
  new IdeError('request_failed', `${where} gave no answer: ${why}.`, 'Check that the server runs and listens at that address.');

// Several calls in one

export const noNesting = (tool: string) => new IdeError('no_nesting', `${tool} cannot be one of its own calls.`, 'Put its calls into the outer one.');
