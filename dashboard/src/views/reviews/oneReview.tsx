// One review: who wants what, the hunks to take or leave, notes and comments, and the decision, sent at once.
import { useComputed, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { HunkedFile } from '../../../../src/dashboard/protocol/diffs.ts';
import type { ReviewRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { GivenAnswer, ReviewDetail } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { FileLink } from '../../app/fileLink.tsx';
import { Diff } from '../../parts/diff/diff.tsx';
import { useDiffLayout } from '../../parts/diff/useDiffLayout.ts';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { ask, useAction, useDetail } from '../../wire/asking.ts';
import { CommentField, CommentsAt } from './comments.tsx';
import { useDeciding } from './deciding.ts';
import { answerOf, change, draftOf, forget, tickedOf } from './draft.ts';
import { Ended } from './ended.tsx';
import { FileEditor } from './fileEditor.tsx';
import { Footer } from './footer.tsx';
import { GrantSentence } from './grantSentence.tsx';
import { ReviewHead } from './reviewHead.tsx';
import { WithoutFiles } from './withoutFiles.tsx';

export function OneReview({ id, row }: { readonly id: string; readonly row: ReviewRow | undefined }) {
  const detail = useDetail('review.read', { id }, JSON.stringify(row?.decided ?? ''));
  const state = detail.value;
  if (state.state === 'loading') return <Skeleton />;
  if (state.state === 'failed') return <ErrorNote error={state.error} retry={state.retry} />;
  return <Opened detail={state.value} row={row} />;
}

function Opened({ detail, row }: { readonly detail: ReviewDetail; readonly row: ReviewRow | undefined }) {
  const { review, ended } = detail;
  const { id } = review;
  const draft = draftOf(id);
  const inside = useRef<HTMLDivElement>(null);
  const deciding = useDeciding(id, inside);
  const { action, start } = useAction();
  const hint = useSignal<string | undefined>(undefined);
  const focused = useSignal<number | undefined>(review.files[0]?.hunks[0]?.number);
  const commented = useSignal<{ readonly file: string; readonly line: number } | undefined>(undefined);
  const edited = useSignal<string | undefined>(undefined);
  const isGranting = useSignal(false);
  const offered = useDetail('grant.offer', { id }).value;
  // No grant can cover it where there is none.
  const offer = offered.state === 'known' ? offered.value.offer : undefined;
  const isSending = useSignal(false);
  const { layout, toggle } = useDiffLayout(inside);
  const ticked = useComputed(() => tickedOf(review, draft.value)).value;
  const hunks = review.files.flatMap((file) => file.hunks.map((hunk) => ({ hunk, file })));
  const isOver = ended !== undefined || row?.decided !== undefined;

  // The keys of a review work in it, so opening one puts the focus there.
  useEffect(() => inside.current?.focus({ preventScroll: true }), [id]);

  const tick = (numbers: readonly number[], isTicked: boolean) => {
    const out = new Set(draft.peek().leftOut);
    for (const number of numbers) {
      if (isTicked) out.delete(number);
      else out.add(number);
    }
    change(id, { leftOut: [...out].sort((one, other) => one - other) });
  };
  const decide = (event: Event, decision: GivenAnswer['decision']) => {
    const whyNot = isOver ? 'It is decided.' : deciding.whyNot(event);
    hint.value = whyNot;
    if (whyNot !== undefined) return;
    if (decision === 'sendBack' && draft.peek().note.trim() === '' && draft.peek().comments.length === 0) {
      isSending.value = true;
      return;
    }
    start(async (options) => {
      await ask('review.answer', { id, answer: answerOf(decision, review, draft.peek()) }, options);
      forget(id);
    });
  };
  const move = (by: number) => {
    const at = hunks.findIndex(({ hunk }) => hunk.number === focused.peek());
    const next = hunks[Math.max(0, Math.min(hunks.length - 1, at + by))];
    if (next === undefined) return false;
    focused.value = next.hunk.number;
    requestAnimationFrame(() => {
      const drawn = inside.current?.querySelector<HTMLElement>(`[data-hunk="${next.hunk.number}"]`);
      drawn?.scrollIntoView({ block: 'nearest' });
      drawn?.querySelector<HTMLElement>('.diff-hunk-head')?.focus({ preventScroll: true });
    });
    return true;
  };
  const current = () => hunks.find(({ hunk }) => hunk.number === focused.peek());
  const comment = () => {
    const found = current();
    if (found === undefined || isOver) return false;
    commented.value = { file: found.file.file, line: found.hunk.newStart + 1 };
    return true;
  };
  useKeys('Review', [
    { key: 'y', does: 'Accept what is ticked', run: (event) => decide(event, 'accept') },
    { key: 'r', does: 'Reject', run: (event) => decide(event, 'reject') },
    { key: 'm', does: 'Send back with a note', run: (event) => decide(event, 'sendBack') },
    {
      key: 'Y',
      does: 'Allow the like for a while…',
      run: () => {
        isGranting.value = !isOver && offer !== undefined;
      },
    },
    {
      key: ' ',
      does: 'Take or leave this hunk',
      run: () => {
        const number = focused.peek();
        if (number === undefined || isOver) return false;
        tick([number], !ticked.has(number));
        return true;
      },
    },
    { key: 'a', does: 'Take all', run: () => change(id, { leftOut: [] }) },
    { key: 'd', does: 'Leave all', run: () => change(id, { leftOut: hunks.map(({ hunk }) => hunk.number) }) },
    { key: 'n', does: 'Next hunk', run: () => move(1) },
    { key: 'p', does: 'Previous hunk', run: () => move(-1) },
    { key: 'c', does: 'Comment on the hunk', run: comment },
    {
      key: 'e',
      does: 'Edit what the file shall hold',
      run: () => {
        const found = current();
        if (found?.file.after === undefined || isOver) return false;
        edited.value = found.file.file;
        return true;
      },
    },
    {
      key: 'v',
      does: 'Side by side, or not',
      run: toggle,
    },
    { key: '+', does: 'More time', run: () => (isOver ? false : start((options) => ask('review.extend', { id }, options))) },
  ]);

  return (
    <div ref={inside} class="review" tabIndex={-1}>
      <ReviewHead detail={detail} row={row} ticked={ticked} onTick={tick} onExtend={() => start((options) => ask('review.extend', { id }, options))} />
      {ended !== undefined && <Ended ended={ended} project={review.project} />}
      <div class="review-scroll">
        {review.files.length === 0 ? (
          <WithoutFiles review={review} />
        ) : (
          <Diff
            files={review.files}
            layout={layout}
            {...(!isOver && { ticked, onTick: tick })}
            focused={focused.value}
            onFocus={(number) => {
              focused.value = number;
            }}
            fileActions={(file) => (
              <>
                {file.before !== undefined && (
                  <FileLink project={review.project} file={file.movedFrom ?? file.file} line={(file.hunks[0]?.oldStart ?? 0) + 1} label="Open" />
                )}
                <EditButton
                  file={file}
                  isOver={isOver}
                  edited={edited.value}
                  onEdit={(name) => (edited.value = name)}
                  isChanged={draft.value.texts[file.file] !== undefined}
                />
              </>
            )}
            underLine={(file, line) => (
              <CommentsAt file={file.file} line={line} comments={draft.value.comments} onChange={isOver ? undefined : (comments) => change(id, { comments })}>
                {commented.value?.file === file.file && commented.value.line === line && (
                  <CommentField
                    file={file.file}
                    line={line}
                    onDone={(text) => {
                      commented.value = undefined;
                      if (text !== undefined) change(id, { comments: [...draft.peek().comments, { file: file.file, line, text }] });
                      inside.current?.focus({ preventScroll: true });
                    }}
                  />
                )}
              </CommentsAt>
            )}
            {...(!isOver && { onLine: (file: HunkedFile, line: number) => (commented.value = { file: file.file, line }) })}
            insteadOf={(file) =>
              edited.value === file.file ? (
                <FileEditor
                  file={file}
                  text={draft.value.texts[file.file] ?? file.after ?? ''}
                  onDone={(text) => {
                    edited.value = undefined;
                    const { [file.file]: _, ...others } = draft.peek().texts;
                    if (text !== undefined) change(id, { texts: text === file.after ? others : { ...others, [file.file]: text } });
                    inside.current?.focus({ preventScroll: true });
                  }}
                />
              ) : undefined
            }
          />
        )}
      </div>
      {isGranting.value && offer !== undefined && <GrantSentence offer={offer} author={review.author} onClose={() => (isGranting.value = false)} />}
      <ActionNote action={action.value} />
      {!isOver && !(isGranting.value && offer !== undefined) && (
        <Footer
          draft={draft.value}
          taken={ticked.size}
          all={hunks.length}
          hint={hint.value}
          isSending={isSending.value}
          mayBeGranted={offer !== undefined}
          isSuggested={offer?.isSuggested === true}
          onNote={(note) => change(id, { note })}
          onDecide={decide}
          onAllow={() => (isGranting.value = true)}
        />
      )}
    </div>
  );
}

interface EditButtonProps {
  readonly file: HunkedFile;
  readonly isOver: boolean;
  readonly edited: string | undefined;
  readonly isChanged: boolean;
  onEdit(file: string): void;
}

function EditButton({ file, isOver, edited, isChanged, onEdit }: EditButtonProps) {
  if (isOver || file.after === undefined || edited === file.file) return null;
  return (
    <button type="button" class="link" onClick={() => onEdit(file.file)}>
      {isChanged ? '✎ edited by you' : 'Edit'}
    </button>
  );
}
