// The first lines of a declaration, as an agent wants to read them.
import type { Location } from '../../../ide/text.ts';
import type { ProjectContext } from '../../tool.ts';
import { lineCountOf } from '../../words/place.ts';

// From the declaration's own line to its end, which is where the text is no deeper than that line and closes nothing.
export async function declarationPreview(context: ProjectContext, location: Location, lines: number): Promise<string> {
  if (lines === 0) return '';
  const document = await context.ide.documents.read(location.uri, context.signal);
  const start = location.range.start.line;
  const last = Math.min(start + lines, lineCountOf(document));
  const shown = [document.line(start) ?? ''];
  for (let number = start + 1; number < last; number++) {
    const line = document.line(number) ?? '';
    if (line.trim() !== '' && indentOf(line) <= indentOf(shown[0] ?? '') && !/^\s*[)\]}]/.test(line)) break;
    shown.push(line);
  }
  return shown.join('\n').trimEnd();
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}
