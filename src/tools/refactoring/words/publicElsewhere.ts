// What a rename changes for users outside of the project, in languages in which the old name cannot stay beside the new one: it is reported.

import type { Location } from '../../../ide/text.ts';
import { familyOf } from '../../../source/language.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, isInProject } from '../../words/place.ts';
import type { PointedSymbol } from '../../words/symbol.ts';

export async function publicElsewhere(context: ProjectContext, symbol: PointedSymbol, edited: readonly Location[]): Promise<readonly string[]> {
  const files = [...new Set(edited.map(({ uri }) => uri))]
    .filter((uri) => isInProject(context.ide.project, uri))
    .map((uri) => fileOf(context.ide.project, uri));
  switch (familyOf(symbol.document.languageId)) {
    case 'go':
      return /^\p{Lu}/u.test(symbol.name) && (await isGoLibrary(context)) ? [`${symbol.name} is exported: modules that import this one must follow.`] : [];
    case 'c': {
      const headers = files.filter((file) => /(?:^|\/)include\/.*\.(?:h|hh|hpp|hxx)$/.test(file));
      return headers.length === 0 ? [] : [`${headers.slice(0, 3).join(', ')} may be included by others, who must follow.`];
    }
    default:
      return [];
  }
}

// A module with a program is that program; nobody imports it.
async function isGoLibrary({ ide, signal }: ProjectContext): Promise<boolean> {
  const holders = (await ide.documents.filesWithWord('main', signal)).filter((uri) => uri.endsWith('.go') && !uri.endsWith('_test.go'));
  for (const uri of holders) if (/^package main\b/m.test((await ide.documents.read(uri, signal)).text)) return false;
  return true;
}
