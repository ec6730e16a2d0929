// Which changes of the settings that VS Code reads from a project only people make: what can run, reach or permit something, by whatever tool it is written.
import { basename, dirname, join, sep } from 'node:path';
import { pathOf } from '../../base/files/fileUri.ts';
import { realFolder } from '../../base/files/realFolder.ts';
import { isRecord } from '../../base/isRecord.ts';
import { type PlannedFile, type PlannedText, textOf } from '../../ide/doors/changes.ts';
import { whySettingsAsk } from '../../ide/harmlessSettings.ts';
import { readSettingsFile } from '../../ide/settingsFile.ts';
import { plainName } from './protectedFiles.ts';

// Why a person must see it before it is written, or undefined.
export function whySettingsForPeople(files: readonly PlannedFile[]): string | undefined {
  for (const file of files) {
    const why = whyOf(file);
    if (why !== undefined) return why;
  }
  return undefined;
}

function whyOf({ uri, movedFrom = uri, before, after }: PlannedFile): string | undefined {
  const [isThere, wasThere] = [uri, movedFrom].map(settingsAt);
  if (isThere === undefined && wasThere === undefined) return undefined;
  const then = wasThere === undefined ? {} : (membersOf(before, wasThere).members ?? {});
  const now = isThere === undefined ? { members: {} } : membersOf(after, isThere);
  const why = now.problem ?? whySettingsAsk(then, now.members);
  return why === undefined ? undefined : `VS Code does what ${basename(pathOf(uri))} says: ${why}`;
}

type Kind = 'folder' | 'workspace';

// As the disks do that ignore case: what any system takes for the name counts.
function settingsAt(uri: string): Kind | undefined {
  const path = pathOf(uri);
  const names = join(realFolder(dirname(path)), basename(path))
    .split(sep)
    .map(plainName);
  if (names.at(-1)?.endsWith('.code-workspace') === true) return 'workspace';
  return names.at(-1) === 'settings.json' && names.at(-2) === '.vscode' ? 'folder' : undefined;
}

// A file that cannot be understood may be understood by VS Code, which reads on behind an error.
function membersOf(text: PlannedText | undefined, kind: Kind): { readonly members: Readonly<Record<string, unknown>>; readonly problem?: string } {
  if (text === undefined) return { members: {} };
  if (!('text' in text) || text.link === true) return { members: {}, problem: 'it would be no text' };
  const { members, problem } = readSettingsFile(textOf(text));
  if (problem !== undefined) return { members: {}, problem: `it cannot be understood (${problem})` };
  if (kind === 'folder') return { members };
  const { folders: _, settings, ...others } = members;
  return { members: { ...others, ...(isRecord(settings) ? settings : { settings }) } };
}
