// Closing a tab whose text is not saved: what is lost is said before.
import type { EditorRow } from '../../../../src/dashboard/protocol/editor.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Text } from '../../parts/text.tsx';
import type { Action } from '../../wire/asking.ts';

export interface CloseDialogProps {
  readonly row: EditorRow;
  readonly action: Action;
  onDiscard(row: EditorRow): void;
  onClose(): void;
}

export function CloseDialog({ row, action, onDiscard, onClose }: CloseDialogProps) {
  return (
    <Dialog title="Close without saving?" onClose={onClose}>
      <p>
        <Text text={row.file} /> has text that is not saved. Closing the tab loses it.
      </p>
      <ActionNote action={action} />
      <div class="dialog-buttons">
        <button type="button" class="button" onClick={onClose}>
          Keep it open
        </button>
        <button type="button" class="button dangerous" onClick={() => onDiscard(row)}>
          Close and lose the text
        </button>
      </div>
    </Dialog>
  );
}
