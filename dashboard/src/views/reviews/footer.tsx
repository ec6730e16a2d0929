// The decision: always in sight, with what would be sent.

import { useEffect, useRef } from 'preact/hooks';
import type { GivenAnswer } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import type { Draft } from './draft.ts';

export interface FooterProps {
  readonly draft: Draft;
  readonly taken: number;
  readonly all: number;
  // Why the last key did nothing.
  readonly hint: string | undefined;
  // A note is asked for, because there is nothing to send back without one.
  readonly isSending: boolean;
  // Or no grant can cover it.
  readonly mayBeGranted: boolean;
  // Several like it were accepted lately.
  readonly isSuggested: boolean;
  onNote(note: string): void;
  onDecide(event: Event, decision: GivenAnswer['decision']): void;
  onAllow(): void;
}

export function Footer({ draft, taken, all, hint, isSending, mayBeGranted, isSuggested, onNote, onDecide, onAllow }: FooterProps) {
  const note = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isSending) note.current?.focus();
  }, [isSending]);
  const edits = Object.keys(draft.texts).length;
  const said = [
    edits > 0 && `${edits} edited`,
    draft.comments.length > 0 && `${draft.comments.length} ${draft.comments.length === 1 ? 'comment' : 'comments'}`,
  ].filter(Boolean);
  const accepts = all === 0 ? 'Accept' : taken === all ? `Accept ${all === 1 ? 'it' : `all ${all}`}` : `Accept ${taken} of ${all}`;
  return (
    <footer class="review-footer">
      <textarea
        ref={note}
        class="review-note"
        rows={isSending ? 3 : 1}
        maxLength={2_000}
        aria-label="A note to the agent"
        placeholder={isSending ? 'What should the agent do instead?' : 'A note to the agent (optional)'}
        value={draft.note}
        onInput={(event) => onNote(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.currentTarget.closest<HTMLElement>('.review')?.focus();
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <div class="review-buttons">
        <DaemonButton class="button primary" isOff={all > 0 && taken === 0 && edits === 0} onClick={(event) => onDecide(event, 'accept')}>
          {accepts} <kbd>y</kbd>
        </DaemonButton>
        <DaemonButton class="button" onClick={(event) => onDecide(event, 'reject')}>
          Reject <kbd>r</kbd>
        </DaemonButton>
        <DaemonButton class="button" onClick={(event) => onDecide(event, 'sendBack')}>
          Send back <kbd>m</kbd>
        </DaemonButton>
        <DaemonButton
          class="button"
          isOff={!mayBeGranted}
          title={mayBeGranted ? 'Allow the like of it for a while' : 'No grant can cover this'}
          onClick={onAllow}
        >
          Allow… <kbd>Y</kbd>
        </DaemonButton>
        {isSuggested && <span class="muted">You accepted several like it: Y allows them for a while.</span>}
        <span class="muted review-said">{said.join(', ')}</span>
        <span class="review-hint" role="status">
          {hint ?? ''}
        </span>
      </div>
    </footer>
  );
}
