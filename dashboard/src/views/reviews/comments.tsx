// Comments on lines, and the field in which one is written.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { LineComment } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { Text } from '../../parts/text.tsx';

export interface CommentsAtProps {
  readonly file: string;
  readonly line: number;
  readonly comments: readonly LineComment[];
  readonly children: ComponentChildren;
  // Absent where nothing can be changed any more.
  readonly onChange: ((comments: readonly LineComment[]) => void) | undefined;
}

export function CommentsAt({ file, line, comments, children, onChange }: CommentsAtProps) {
  const here = comments.filter((comment) => comment.file === file && comment.line === line);
  if (here.length === 0 && (children === false || children === undefined)) return null;
  return (
    <div class="review-comments">
      {here.map((comment) => (
        <div key={comment.text} class="review-comment">
          <span class="review-comment-who">you</span>
          <p>
            <Text text={comment.text} />
          </p>
          {onChange !== undefined && (
            <button type="button" class="link" onClick={() => onChange(comments.filter((other) => other !== comment))}>
              Remove
            </button>
          )}
        </div>
      ))}
      {children}
    </div>
  );
}

// Undefined: nothing was said.
export function CommentField({ file, line, onDone }: { readonly file: string; readonly line: number; onDone(text: string | undefined): void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => field.current?.focus(), []);
  const done = () => {
    const text = field.current?.value.trim() ?? '';
    onDone(text === '' ? undefined : text);
  };
  return (
    <div class="review-comment-field">
      <textarea
        ref={field}
        rows={2}
        maxLength={2_000}
        aria-label={`Comment on ${file}, line ${line}`}
        placeholder="What should be different here?"
        onKeyDown={(event) => {
          if (event.key === 'Escape') onDone(undefined);
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
          else return;
          event.preventDefault();
          event.stopPropagation();
        }}
      />
      <button type="button" class="button" onClick={done}>
        Add comment
      </button>
      <button type="button" class="link" onClick={() => onDone(undefined)}>
        Cancel
      </button>
    </div>
  );
}
