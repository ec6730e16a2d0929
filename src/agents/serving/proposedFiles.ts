// What an agent says that it will do to files, held against the files themselves: a person decides on what is there, not on what the agent says is there.
import { join } from 'node:path';
import type { RequestPermissionRequest } from '@agentclientprotocol/sdk';
import { uriOf } from '../../base/files/fileUri.ts';
import type { PlannedFile } from '../../ide/doors/changes.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import { whyForPeople } from '../../server/permission/protectedFiles.ts';

export interface ProposedFiles {
  readonly files: readonly PlannedFile[];
  // What a person must know besides, whatever the policy says.
  readonly whys: readonly string[];
}

// protectedFiles: absolute paths of files that only people change.
export async function proposedFiles(
  request: RequestPermissionRequest['toolCall'],
  ide: Ide,
  protectedFiles: readonly string[],
  signal: AbortSignal,
): Promise<ProposedFiles> {
  const files = new Map<string, PlannedFile>();
  const whys = new Set<string>();
  const places = (request.locations ?? []).map(({ path }) => path);
  for (const part of request.content ?? []) {
    if (part.type !== 'diff') continue;
    places.push(part.path);
    const uri = uriOf(absolute(ide, part.path));
    const known = files.get(uri);
    const before = known === undefined ? await textAt(ide, part.path, signal) : textOf(known.before);
    // Several parts of one file come one after the other.
    const now = known === undefined ? before : textOf(known.after);
    const after = replaced(now, part.oldText ?? undefined, part.newText);
    if (after === undefined) whys.add(`what it says stands in ${part.path} is not there, so this is its own account`);
    const claimed = part.oldText ?? undefined;
    files.set(uri, {
      uri,
      before: after === undefined ? (claimed === undefined ? undefined : { text: claimed }) : planned(before),
      after: { text: after ?? part.newText },
    });
  }
  for (const place of places) {
    if (!(await isInProject(ide, place))) whys.add(`${place} is not in the project`);
    const why = whyForPeople(absolute(ide, place), protectedFiles);
    if (why !== undefined) whys.add(why);
  }
  return { files: [...files.values()], whys: [...whys] };
}

// What the text becomes; undefined where it is not what the agent says. A part is replaced where it stands exactly once.
function replaced(now: string | undefined, old: string | undefined, next: string): string | undefined {
  if (now === undefined) return old === undefined || old === '' ? next : undefined;
  // Without an old text the file is replaced whole.
  if (old === undefined || old === now) return next;
  const [from, to] = now.includes('\r\n') && !old.includes('\r\n') ? [old.replaceAll('\n', '\r\n'), next.replaceAll('\n', '\r\n')] : [old, next];
  const at = from === '' ? -1 : now.indexOf(from);
  return at < 0 || now.includes(from, at + 1) ? undefined : now.slice(0, at) + to + now.slice(at + from.length);
}

// Undefined where no file is, and where none may be read.
async function textAt({ documents }: Ide, path: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await documents.read(await documents.locate(path), signal)).text;
  } catch (error) {
    if (error instanceof IdeError && error.code !== 'cancelled') return undefined;
    throw error;
  }
}

async function isInProject({ documents }: Ide, path: string): Promise<boolean> {
  try {
    await documents.locate(path);
    return true;
  } catch (error) {
    if (error instanceof IdeError) return false;
    throw error;
  }
}

function absolute({ project }: Ide, path: string): string {
  return /^(?:[\\/]|[A-Za-z]:[\\/])/.test(path) ? path : join(project.path, path);
}

function planned(text: string | undefined): PlannedFile['before'] {
  return text === undefined ? undefined : { text };
}

function textOf(side: PlannedFile['before']): string | undefined {
  return side !== undefined && 'text' in side ? side.text : undefined;
}
