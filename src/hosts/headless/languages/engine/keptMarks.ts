// What a name begins with that is a part of it for the server and not for whoever names it: $gap of SCSS, --gap of CSS, #Total of CUE.
import type { TextSnapshot } from '../../../../ide/text.ts';
import type { EngineSession } from './engineSession.ts';
import type { PlacedEdit } from './middleware.ts';

const MARK = /^[^\p{ID_Continue}\s'"]+/u;

// The new name gets it too, where it has none of its own.
export async function withMarks(session: EngineSession, edits: readonly PlacedEdit[], signal: AbortSignal): Promise<readonly PlacedEdit[]> {
  const texts = new Map<string, TextSnapshot>();
  const marked: PlacedEdit[] = [];
  for (const edit of edits) {
    const text = texts.get(edit.uri) ?? (await session.project.documents.read(edit.uri, signal));
    texts.set(edit.uri, text);
    const [mark = ''] = MARK.exec(text.textIn(edit.range)) ?? [];
    marked.push(edit.newText.startsWith(mark) ? edit : { ...edit, newText: `${mark}${edit.newText}` });
  }
  return marked;
}
