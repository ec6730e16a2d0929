// What this machine, its settings and the daemon can refuse.
import { IdeError } from './errors.ts';

export const stateFolderUnusable = (folder: string, why: string) =>
  new IdeError(
    'state_folder_unusable',
    `Binnacle cannot write to its state folder ${folder}: ${why}.`,
    'Free or repair it, or set XDG_STATE_HOME to a folder that you can write to.',
  );

export const daemonUnavailable = (why: string, next: string) => new IdeError('daemon_unavailable', `The Binnacle daemon is not there: ${why}.`, next);

export const forPeopleOnly = (command: string) =>
  new IdeError(
    'for_people_only',
    `${command} is for a person, and it was started by an agent.`,
    'Ask the person to run it in a terminal of their own, which no agent has opened.',
  );

export const nothingToHold = (wanted: string, known: readonly string[]) =>
  new IdeError(
    'nothing_to_hold',
    `There is no ${wanted}.`,
    known.length > 0 ? `There are: ${known.join('; ')}.` : 'Nobody is connected; see binnacle connections.',
  );

export const nothingHeld = (wanted: string, known: readonly string[]) =>
  new IdeError('nothing_held', `${wanted} is not held.`, known.length > 0 ? `Held are: ${known.join('; ')}.` : 'Nothing is held.');

export const holdRefused = (why: string) => new IdeError('hold_refused', why, 'binnacle hold --help shows how it is said.');

export const portUnavailable = (port: number | undefined, why: string) =>
  new IdeError(
    'port_unavailable',
    `Port ${port ?? '29300 and those after it'} cannot be used: ${why}.`,
    'Choose another with --port N, or let the system choose with --port 0.',
  );

export const invalidPolicy = (file: string, problem: string) =>
  new IdeError('invalid_policy', `The policy file ${file} is not valid: ${problem}.`, 'A person must correct or remove it; until then nothing runs.');

export const invalidSettings = (file: string, problem: string) =>
  new IdeError('invalid_settings', `The settings in ${file} are not valid: ${problem}.`, 'Correct the file, or remove it.');

export const invalidEnvironment = (variable: string, value: string, wanted: string) =>
  new IdeError('invalid_environment', `The environment variable ${variable} is ${value}, which is not ${wanted}.`, 'Correct it, or unset it.');

export const unknownToolset = (toolset: string, known: readonly string[]) =>
  new IdeError('unknown_toolset', `There is no toolset named ${toolset}.`, `There are ${known.join(', ')}, names of tools, and several of these with commas.`);

export const unknownAgent = (agent: string, known: readonly string[]) =>
  new IdeError('unknown_agent', `Binnacle does not know the agent ${agent}.`, `It knows ${known.join(', ')}. For any other, the command is "binnacle mcp".`);

export const agentCommandFailed = (command: string, output: string) =>
  new IdeError('agent_command_failed', `${command} failed: ${output || 'it said nothing'}`, 'Run it yourself, or pass --print to see the configuration.');

export const callNotFound = (id: string) =>
  new IdeError('call_not_found', `The history holds no call ${id}.`, 'binnacle history lists the ids; the oldest calls are forgotten first.');

export const unknownSetting = (name: string, near: string | undefined) =>
  new IdeError('unknown_setting', `There is no setting ${name}.`, near === undefined ? 'binnacle settings list shows them.' : `Did you mean ${near}?`);

export const invalidSetting = (name: string, value: string, problem: string) =>
  new IdeError('invalid_setting', `${name} cannot be ${value}: ${problem}.`, 'Nothing was changed. binnacle settings list shows what there is.');

export const transportUnsupported = (who: string, transport: string, known: readonly string[]) =>
  new IdeError('transport_unsupported', `${who} does not speak ${transport}.`, `Pass --transport ${known.join(' or --transport ')}.`);

export const tokenInProject = (file: string) =>
  new IdeError(
    'token_in_project',
    `${file} belongs to the project, and a URL needs the token, which would be shared with it.`,
    'Pass --scope user or --scope local, or use --transport stdio, which needs no token.',
  );

export const serviceUnavailable = (why: string, next: string) => new IdeError('service_unavailable', `The service cannot be installed here: ${why}.`, next);
