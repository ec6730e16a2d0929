// Where the file is, whether it can be written, and what can be done with it.
import type { EditorPlace, TextRange } from '../../../../src/dashboard/protocol/editor.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { lastPart } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { isLost } from '../../wire/connection.ts';
import type { FileDocument } from './fileDocument.ts';
import { MentionButton, type Mentioning } from './mention.tsx';

export interface FileHeadProps {
  readonly place: EditorPlace;
  readonly file: FileDocument | undefined;
  readonly mention: Mentioning;
  readonly selection: TextRange;
  onSave(): void;
}

export function FileHead({ place, file, mention, selection, onSave }: FileHeadProps) {
  const name = lastPart(place.file);
  const folder = place.file.slice(0, -name.length);
  const readOnly = file?.readOnly.value;
  const isUnsaved = file?.isUnsaved.value === true;
  return (
    <header class="file-head">
      <h2 title={`${place.project}/${place.file}`}>
        <span class="file-project muted">
          <Text text={lastPart(place.project)} />
        </span>
        <span class="file-folder muted">
          <Text text={folder} />
        </span>
        <span class="file-name">
          <Text text={name} />
        </span>
      </h2>
      <CopyButton text={place.file} label="Copy the path" />
      <span class="header-space" />
      {readOnly !== undefined && (
        <span class="file-read-only" title={readOnly}>
          Read only: <Text text={readOnly} />
        </span>
      )}
      {isUnsaved && readOnly === undefined && file?.conflict.value === undefined && (
        <button type="button" class="button primary needs-daemon" disabled={isLost.value || file?.isSaving.value === true} onClick={onSave}>
          Save <kbd>Ctrl S</kbd>
        </button>
      )}
      <MentionButton place={place} mention={mention} selection={selection} />
    </header>
  );
}
