// The macros of C and C++ that name something in their bodies: a file that expands one of them uses the name without writing it.

import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { languageIn } from '../engine/languageFiles.ts';

// The name, its parameters, and its body with the lines that continue it.
const DEFINITION = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)(\([^)]*\))?((?:\\\r?\n|[^\n])*)/gm;

// Files that hold the word, and those that hold a macro which names it, or one that names such a macro.
export async function filesNaming(session: EngineSession, word: string, signal: AbortSignal): Promise<readonly string[]> {
  const { documents } = session.project;
  const names = new Set([word]);
  const files = new Set<string>();
  for (const name of names) {
    for (const uri of await documents.filesWithWord(name, signal)) {
      files.add(uri);
      if (languageIn(session.row, uri) === undefined) continue;
      for (const macro of macrosNaming((await textOrNothing(session, uri, signal))?.text ?? '', name)) names.add(macro);
    }
  }
  return [...files];
}

function macrosNaming(text: string, name: string): readonly string[] {
  if (!text.includes('define')) return [];
  const whole = new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, '\\$&')}(?![\\w$])`);
  return [...text.matchAll(DEFINITION)].flatMap(([, macro = '', parameters = '', body = '']) => (!whole.test(parameters) && whole.test(body) ? [macro] : []));
}
