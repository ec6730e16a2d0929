// What is said to an agent: kept while it is typed, with files that are mentioned by @ and letters of their name.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ShownConversation } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Text } from '../../parts/text.tsx';
import { ask, useAction } from '../../wire/asking.ts';

const MOST_FILES = 6;

export function PromptField({ session }: { readonly session: ShownConversation }) {
  const { id, project, state } = session;
  const key = `prompt of ${id}`;
  const text = useSignal(sessionStorage.getItem(key) ?? '');
  // By their places in the text, as they were chosen.
  const mentioned = useSignal<ReadonlySet<string>>(new Set());
  const found = useSignal<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const { action, start } = useAction();
  const query = /(?:^|\s)@([^\s@]+)$/.exec(text.value)?.[1];
  useEffect(() => {
    if (query === undefined) {
      found.value = [];
      return;
    }
    const end = new AbortController();
    ask('editor.files', { query, project }, { signal: end.signal }).then(
      ({ files }) => {
        if (!end.signal.aborted) found.value = files.slice(0, MOST_FILES).map(({ file }) => file);
      },
      // Without a list a name can still be typed.
      () => {},
    );
    return () => end.abort();
  }, [query, project]);
  const write = (value: string) => {
    text.value = value;
    sessionStorage.setItem(key, value);
  };
  const choose = (file: string) => {
    mentioned.value = new Set([...mentioned.peek(), file]);
    write(`${text.peek().slice(0, text.peek().length - (query?.length ?? 0))}${file} `);
    field.current?.focus();
  };
  const send = () => {
    const prompt = text.peek();
    if (prompt.trim() === '' || state.state !== 'idle') return;
    const mentions = [...mentioned.peek()].filter((file) => prompt.includes(`@${file}`)).map((file) => ({ file }));
    start(async (options) => {
      await ask('conversation.prompt', { id, text: prompt, ...(mentions.length > 0 && { mentions }) }, options);
      write('');
      mentioned.value = new Set();
    });
  };
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <ActionNote action={action.value} />
      {query !== undefined && found.value.length > 0 && (
        <div class="chat-files" role="group" aria-label="Files to mention">
          {found.value.map((file) => (
            <button key={file} type="button" class="button" onClick={() => choose(file)}>
              <Text text={file} />
            </button>
          ))}
        </div>
      )}
      <textarea
        ref={field}
        class="chat-field"
        rows={3}
        aria-label="Prompt"
        placeholder="What shall it do? @ mentions a file; Ctrl Enter sends"
        value={text.value}
        onInput={(event) => write(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      <DaemonButton class="button primary" type="submit" isOff={state.state !== 'idle' || text.value.trim() === ''}>
        Send
      </DaemonButton>
    </form>
  );
}
