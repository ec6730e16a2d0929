// What was said and done, entry by entry.
import type { HunkedFile } from '../../../../src/dashboard/protocol/diffs.ts';
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ConversationEntry, ShownToolCall } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { hashOf } from '../../app/route.ts';
import { Diff } from '../../parts/diff/diff.tsx';
import { type State, Status } from '../../parts/status.tsx';
import { LongText, Text } from '../../parts/text.tsx';
import { callOf } from './callOf.ts';
import { MarkdownText } from './markdownText.tsx';

const TOOL: Readonly<Record<ShownToolCall['status'], State>> = { pending: 'idle', in_progress: 'running', completed: 'ok', failed: 'error' };
const STEP = { pending: '○', in_progress: '◌', completed: '✓' } as const;

// calls: of this conversation's connections.
export function Entry({ entry, calls }: { readonly entry: ConversationEntry; readonly calls: readonly CallRow[] }) {
  switch (entry.kind) {
    case 'prompt':
      return (
        <section class="chat-prompt" aria-label="Prompt">
          <LongText text={entry.text} name="prompt.txt" class="chat-prompt-text" />
          <p class="muted">
            <Text text={entry.by} />
            {entry.mentions.map(({ file, startLine, endLine }) => (
              <span key={`${file}${startLine}`}>
                {' · '}
                <Text text={`${file}${startLine === undefined ? '' : `:${startLine}${endLine === undefined ? '' : `-${endLine}`}`}`} />
              </span>
            ))}
            {entry.images > 0 && ` · ${entry.images} ${entry.images === 1 ? 'image' : 'images'}`}
          </p>
        </section>
      );
    case 'message':
      return <MarkdownText text={entry.text} />;
    case 'thought':
      return (
        <details class="chat-thought">
          <summary>Thought</summary>
          <LongText text={entry.text} name="thought.txt" class="chat-thought-text" />
        </details>
      );
    case 'plan':
      return (
        <ul class="chat-plan" aria-label="Plan">
          {entry.steps.map(({ text, status }, index) => (
            <li key={index} class={`chat-step-${status}`}>
              <span aria-hidden="true">{STEP[status]}</span> <Text text={text} />
              <span class="unseen-word"> {status.replace('_', ' ')}</span>
            </li>
          ))}
        </ul>
      );
    case 'notice':
      return (
        <p class="chat-notice muted">
          <Text text={entry.text} />
        </p>
      );
    case 'stop':
      return entry.reason === 'end_turn' ? null : <p class="chat-notice muted">Stopped: {entry.reason.replaceAll('_', ' ')}</p>;
    case 'tool':
      return <ToolCall entry={entry} call={callOf(entry, calls)} />;
  }
}

function ToolCall({ entry, call }: { readonly entry: ShownToolCall; readonly call: CallRow | undefined }) {
  const files = entry.diffs.map(fileOf);
  return (
    <details class="chat-tool" open={files.length > 0}>
      <summary>
        <Status state={TOOL[entry.status]} /> <Text text={entry.title === '' ? entry.does : entry.title} />
        {call !== undefined && (
          <a class="link" href={hashOf({ view: 'history', id: call.id, query: {} })}>
            in History
          </a>
        )}
      </summary>
      {files.length > 0 && <Diff files={files} layout="unified" />}
      {entry.text !== '' && <LongText text={entry.text} name="output.txt" />}
    </details>
  );
}

// One hunk: all between what both sides begin and end with.
function fileOf({ file, before, after }: ShownToolCall['diffs'][number], index: number): HunkedFile {
  const old = linesOf(before ?? '');
  const now = linesOf(after);
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const hunk = {
    number: index + 1,
    kind: before === undefined ? ('create' as const) : ('text' as const),
    oldStart: start,
    newStart: start,
    removed: old.slice(start, old.length - end),
    added: now.slice(start, now.length - end),
  };
  return { file, ...(before !== undefined && { before }), after, hunks: [hunk] };
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\n)/);
}
