// Where the word of a symbol stands that its engine does not look into: what version control ignores, and other languages.

import { groupBy } from '../../../base/groupBy.ts';
import { counted } from '../../../base/text/counted.ts';
import { familyOf } from '../../../source/language.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';

// Enough to know where to look; the rest is counted.
const MOST_NAMED = 4;

interface WordElsewhere {
  // Files with the word, those that are not ignored and those that are.
  readonly listed: readonly string[];
  readonly ignored: readonly string[];
}

// For answers about the whole project. Undefined when there is nothing to say.
export async function notSearched(context: ProjectContext, symbol: PointedSymbol): Promise<string | undefined> {
  return elsewhereNote(context, symbol, await wordElsewhere(context, symbol));
}

// Can be asked while the engine works.
export async function wordElsewhere({ ide, signal }: ProjectContext, { name }: PointedSymbol): Promise<WordElsewhere> {
  if (name === '') return { listed: [], ignored: [] };
  const [listed, ignored] = await Promise.all([ide.documents.filesWithWord(name, signal), ide.documents.ignoredFilesWithWord?.(name, signal) ?? []]);
  return { listed, ignored };
}

// `found` are the files in which the engine has found something.
export function elsewhereNote(
  { ide }: ProjectContext,
  symbol: PointedSymbol,
  { listed, ignored }: WordElsewhere,
  found: ReadonlySet<string> = new Set(),
): string | undefined {
  const own = familyOf(ide.languages.languageOf(symbol.place.uri) ?? '');
  const isForeign = (uri: string) => familyOf(ide.languages.languageOf(uri) ?? '') !== own;
  const isLeft = (uri: string) => !found.has(uri);
  const parts = [
    ...groupsText('ignored by version control', ignored.filter(isLeft), (uri) => folderOf(fileOf(ide.project, uri))),
    ...groupsText(
      'other languages',
      listed.filter((uri) => isLeft(uri) && isForeign(uri)),
      (uri) => ide.languages.languageOf(uri) ?? extensionOf(uri),
    ),
  ];
  return parts.length === 0 ? undefined : parts.join('; ');
}

function groupsText(what: string, uris: readonly string[], groupOf: (uri: string) => string): string[] {
  if (uris.length === 0) return [];
  const groups = [...groupBy(uris, groupOf)].sort(([, a], [, b]) => b.length - a.length);
  const named = groups.slice(0, MOST_NAMED).map(([name, files]) => `${name} ${counted(files.length, 'file')}`);
  return [`${what}: ${named.join(', ')}${groups.length > MOST_NAMED ? ', …' : ''}`];
}

function folderOf(file: string): string {
  return `${file.split('/')[0]}/`;
}

// What nobody speaks is named by its file's extension.
function extensionOf(uri: string): string {
  return /\.\w+$/.exec(uri)?.[0] ?? 'text';
}
