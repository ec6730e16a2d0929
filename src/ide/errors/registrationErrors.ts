// Why Binnacle cannot be registered in the configuration of an agent.
import { IdeError } from './errors.ts';

export const unknownAgent = (agent: string, known: readonly string[]) =>
  new IdeError('unknown_agent', `Binnacle does not know the agent ${agent}.`, `It knows ${known.join(', ')}. For any other, the command is "binnacle mcp".`);

export const transportUnsupported = (who: string, transport: string, known: readonly string[]) =>
  new IdeError('transport_unsupported', `${who} does not speak ${transport}.`, `Pass --transport ${known.join(' or --transport ')}.`);

export const scopeUnsupported = (agent: string, scope: string, known: readonly string[]) =>
  new IdeError('scope_unsupported', `${agent} has no configuration in the scope ${scope}.`, `Pass --scope ${known.join(' or --scope ')}.`);

export const tokenInProject = (file: string) =>
  new IdeError(
    'token_in_project',
    `${file} belongs to the project, and a URL needs the token, which would be shared with it.`,
    'Pass --scope user or --scope local, or use --transport stdio, which needs no token.',
  );

export const extensionNotPacked = (file: string) =>
  new IdeError(
    'extension_not_packed',
    `There is no package of the extension at ${file}.`,
    'Make it with npm run package:vscode, or name one: --extension FILE.',
  );

export const notAnExtension = (agent: string) =>
  new IdeError(
    'not_an_extension',
    `Binnacle is no extension of ${agent}.`,
    'The extension is for VS Code and its relatives: binnacle install vscode --extension.',
  );

export const noEditor = (commands: readonly string[], file: string) =>
  new IdeError(
    'no_editor',
    `No editor that takes the extension is on the PATH: none of ${commands.join(', ')}.`,
    `In VS Code run "Shell Command: Install 'code' command in PATH", or there "Extensions: Install from VSIX..." with ${file}.`,
  );

export const extensionNotInstalled = (editors: readonly string[], file: string) =>
  new IdeError(
    'extension_not_installed',
    `The extension was not installed by ${editors.join(', ')}.`,
    `In the editor, "Extensions: Install from VSIX..." takes ${file}.`,
  );

// In a form that its agent does not read either, or could read otherwise than we do.
export const configurationBroken = (file: string, line: number, reason: string) =>
  new IdeError('configuration_broken', `${file} is not valid in line ${line}: ${reason}.`, 'Nothing was written. Correct the file, then try again.');

export const configurationUnusable = (
  file: string,
  why: string,
  next = 'Nothing was written. Pass --print to see the configuration, and put it there yourself.',
) => new IdeError('configuration_unusable', `${file} ${why}.`, next);

export const configurationChanged = (file: string) =>
  new IdeError('configuration_changed', `${file} was changed by somebody else meanwhile.`, 'Nothing was written. Look at the change again, then repeat it.');

export const entryNotOurs = (file: string, name: string) =>
  new IdeError(
    'entry_not_ours',
    `${file} has a server named ${name} that Binnacle did not write.`,
    'Nothing was written. Rename or remove it, or pass --replace to have it replaced; a backup is kept.',
  );

export const nothingToUndo = (agent: string) =>
  new IdeError('nothing_to_undo', `Binnacle has changed nothing for ${agent} that could be undone.`, 'binnacle install lists where it is registered.');
