// Links as agents name them: an entry that goes or moves is the link itself, and no link may be left to lead nowhere.
import { refactoringRefused } from '../../../ide/errors/editErrors.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf } from '../../words/place.ts';

const MOST_LINKS = 8;

// Where a host knows no links, every entry is a file or a folder.
export function entryOf({ ide: { documents } }: ProjectContext, file: string): Promise<string> {
  return documents.locateEntry?.(file) ?? documents.locate(file);
}

export async function refuseBrokenLinks({ ide, signal }: ProjectContext, what: string, from: string, to?: string): Promise<void> {
  const broken = (await ide.documents.linksBrokenBy?.(from, to, signal)) ?? [];
  if (broken.length === 0) return;
  const named = broken.slice(0, MOST_LINKS).map((uri) => fileOf(ide.project, uri));
  const more = broken.length > MOST_LINKS ? ` and ${broken.length - MOST_LINKS} more` : '';
  const [subject, verb] = broken.length === 1 ? ['the link', 'leads'] : ['the links', 'lead'];
  throw refactoringRefused(
    what,
    `${subject} ${named.join(', ')}${more} ${verb} there, or from there, by a path that would be wrong afterwards.`,
    'Nothing was changed. Take the link away first, or make it an absolute one, and set it again afterwards.',
  );
}
