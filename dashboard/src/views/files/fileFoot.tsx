// Where the cursor is, what the text is, and what compilers say of it.
import type { EditorRow, TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import { lineBreakOf } from '../../parts/code/lines.ts';
import { Status } from '../../parts/status.tsx';
import type { TypedText } from './fileDocument.ts';
import type { Checked } from './useProblems.ts';

export interface FileFootProps {
  readonly row: EditorRow;
  readonly selection: TextRange;
  readonly text: TypedText | undefined;
  readonly problems: Checked;
  // Where an agent has moved the selection.
  readonly moved: TextRange | undefined;
  readonly said: string;
  onMoved(range: TextRange): void;
}

export function FileFoot({ row, selection, text, problems, moved, said, onMoved }: FileFootProps) {
  const { line, column, endLine, endColumn } = selection;
  const isCursor = line === endLine && column === endColumn;
  const breaks = text === undefined ? undefined : breaksOf(text.text());
  return (
    <footer class="file-foot">
      <span>
        {line}:{column}
        {!isCursor && ` – ${endLine}:${endColumn}`}
      </span>
      <span>{isCursor ? '' : 'selected: agents see it'}</span>
      {moved !== undefined && (
        <button type="button" class="link" onClick={() => onMoved(moved)}>
          an agent selected line {moved.line}
        </button>
      )}
      <span class="file-said" role="status">
        {said}
      </span>
      <span class="header-space" />
      <Problems checked={problems} />
      <span class="file-lines">{row.lines.toLocaleString('en')} lines</span>
      {breaks !== undefined && <span class="file-breaks">{breaks}</span>}
      <span class="file-language">{row.language}</span>
    </footer>
  );
}

function breaksOf(text: string): string {
  if (lineBreakOf(text) === '\r\n') return 'CRLF';
  return text.includes('\r') ? 'mixed breaks' : 'LF';
}

function Problems({ checked }: { readonly checked: Checked }) {
  if (checked.state === 'unknown') return null;
  if (checked.state === 'unchecked') return <span title={checked.why}>not checked</span>;
  const { errors, warnings, isComplete } = checked;
  return (
    <>
      <Status state={errors > 0 ? 'error' : 'ok'} text={errors === 1 ? '1 error' : `${errors} errors`} />
      {warnings > 0 && <span>{warnings === 1 ? '1 warning' : `${warnings} warnings`}</span>}
      {!isComplete && <span>so far</span>}
    </>
  );
}
