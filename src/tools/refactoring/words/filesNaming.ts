// Files that write the name of another as text: scripts, documentation, what is loaded by its path. No engine follows these.
import { posix } from 'node:path';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

export interface NamedEntry {
  readonly path: string;
  readonly isFolder: boolean;
}

const MOST_NAMED = 8;
const LONGEST_PATH = 300;

// As in "These write cart.ts too, and were left as they are: README.md"; undefined where nobody does. `edited` are known for what they do already.
export async function stillNamed(
  context: ProjectContext,
  entry: NamedEntry,
  edited: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Promise<string | undefined> {
  const { name, naming } = await filesNaming(context, entry, edited, listed);
  if (naming.length === 0) return undefined;
  return `These write ${name} too, and were left as they are: ${naming.slice(0, MOST_NAMED).join(', ')}${naming.length > MOST_NAMED ? ' …' : ''}`;
}

// A folder is known by its path, because its name is a common word.
async function filesNaming(
  { ide, signal }: ProjectContext,
  { path, isFolder }: NamedEntry,
  edited: ReadonlySet<string>,
  listed: ReadonlySet<string>,
): Promise<{ readonly name: string; readonly naming: readonly string[] }> {
  const name = isFolder ? path : posix.basename(path);
  const word = posix.basename(path).match(/[\p{ID_Continue}$]+/gu)?.[0];
  const naming: string[] = [];
  if (word === undefined || (isFolder && !path.includes('/'))) return { name, naming };
  for (const uri of await ide.documents.filesWithWord(word, signal)) {
    if (naming.length > MOST_NAMED) break;
    if (edited.has(uri)) continue;
    const file = fileOf(ide.project, uri);
    const { text } = await ide.documents.read(uri, signal);
    const isAnother = (written: string) =>
      [posix.normalize(written), posix.join(posix.dirname(file), written)].some((each) => each !== path && !each.startsWith(`${path}/`) && listed.has(each));
    if (pathsIn(text, name).some((written) => written === name || !isAnother(written))) naming.push(file);
  }
  return { name, naming };
}

// The paths in a text that hold this one, from where they begin.
function pathsIn(text: string, path: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(path); at >= 0; at = text.indexOf(path, at + path.length)) {
    const before = /[\w.@~/-]*$/.exec(text.slice(Math.max(0, at - LONGEST_PATH), at))?.[0] ?? '';
    const after = /^[\w.@~/-]*/.exec(text.slice(at + path.length, at + path.length + LONGEST_PATH))?.[0] ?? '';
    // Not in the middle of a longer name; the full stop of a sentence is no part of it.
    if (/[\w-]$/.test(before) || /^[\w-]/.test(after)) continue;
    found.push(`${before}${path}${after.replace(/\.+$/, '')}`);
  }
  return found;
}
