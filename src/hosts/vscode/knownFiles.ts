// The files that TypeScript must have seen before it can be asked about a word: its server knows only the projects of files that are open.
import { cancelled } from '../../ide/errors/errors.ts';
import { openDocument } from './ask.ts';
import { chosenFiles } from './chosenFiles.ts';

// VS Code holds each in memory for some minutes; a word in more folders than this is one that everybody uses.
const MOST_OPENED = 100;

// Opens them where nobody sees it; the sentence says what was left out.
export async function openForTypescript(uris: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  const { chosen, foldersLeftOut } = chosenFiles(uris, MOST_OPENED);
  await Promise.all(chosen.map((uri) => openDocument(uri, signal)));
  if (signal.aborted) throw cancelled();
  if (foldersLeftOut === 0) return undefined;
  return `VS Code was shown files of ${MOST_OPENED} folders; projects in ${foldersLeftOut} others that hold the word may be missing.`;
}
