// What is said to an agent: kept while it is typed, with files that are mentioned by @ and letters of their name, and images where it takes them.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { MentionedFile, ShownConversation } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Text } from '../../parts/text.tsx';
import { type AskOptions, ask, useAction } from '../../wire/asking.ts';
import { type AttachedImage, attached } from './images.ts';
import { namedIn, written } from './mentions.ts';

const MOST_FILES = 6;

export function PromptField({ session }: { readonly session: ShownConversation }) {
  const { id, project, state, takesImages } = session;
  const key = `prompt of ${id}`;
  const text = useSignal(sessionStorage.getItem(key) ?? '');
  const images = useSignal<readonly AttachedImage[]>([]);
  const refused = useSignal<readonly string[]>([]);
  const found = useSignal<readonly string[]>([]);
  const field = useRef<HTMLTextAreaElement>(null);
  const { action, start } = useAction();
  const query = /(?:^|\s)@([^\s@"]+)$/.exec(text.value)?.[1];
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
    write(`${text.peek().slice(0, text.peek().length - (query?.length ?? 0))}${written(file)} `);
    field.current?.focus();
  };
  const attach = async (files: readonly File[]) => {
    const taken = takesImages ? await attached(images.peek(), files) : { images: [], refused: [`${session.title} takes no images.`] };
    images.value = taken.images;
    refused.value = taken.refused;
  };
  const send = () => {
    const prompt = text.peek();
    const shown = images.peek();
    if ((prompt.trim() === '' && shown.length === 0) || state.state !== 'idle') return;
    start(async (options) => {
      const mentions = await mentionsIn(prompt, project, options);
      await ask(
        'conversation.prompt',
        {
          id,
          text: prompt,
          ...(mentions.length > 0 && { mentions }),
          ...(shown.length > 0 && { images: shown.map(({ mediaType, base64 }) => ({ mediaType, base64 })) }),
        },
        options,
      );
      write('');
      images.value = [];
      refused.value = [];
    });
  };
  return (
    <form
      class="chat-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (event.dataTransfer?.types.includes('Files') === true) event.preventDefault();
      }}
      onDrop={(event) => {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        void attach(files);
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
        placeholder="What shall it do? @ mentions a file, @file:10-20 lines of it; Ctrl Enter sends"
        value={text.value}
        onInput={(event) => write(event.currentTarget.value)}
        onPaste={(event) => {
          const files = [...(event.clipboardData?.files ?? [])];
          if (files.length === 0) return;
          event.preventDefault();
          void attach(files);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.repeat) {
            event.preventDefault();
            send();
          } else if (event.key === 'Escape') event.currentTarget.blur();
        }}
      />
      {refused.value.length > 0 && (
        <div class="chat-refused" role="alert">
          {refused.value.map((why) => (
            <p key={why}>
              <Text text={why} />
            </p>
          ))}
        </div>
      )}
      {images.value.length > 0 && (
        <ul class="chat-images" aria-label="Images to send">
          {images.value.map((image) => (
            <li key={image}>
              <Text text={image.name} />
              <button
                type="button"
                class="icon-button"
                aria-label={`Take away ${image.name}`}
                onClick={() => (images.value = images.peek().filter((each) => each !== image))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="chat-buttons">
        <DaemonButton class="button primary" type="submit" isOff={state.state !== 'idle' || (text.value.trim() === '' && images.value.length === 0)}>
          Send
        </DaemonButton>
        {takesImages && (
          <label class="button chat-attach">
            Attach images
            <input
              type="file"
              accept="image/*"
              multiple
              class="unseen-word"
              onChange={(event) => {
                const files = [...(event.currentTarget.files ?? [])];
                // So that the same one can be picked again.
                event.currentTarget.value = '';
                void attach(files);
              }}
            />
          </label>
        )}
      </div>
    </form>
  );
}

// A word that is no file is a word.
async function mentionsIn(prompt: string, project: string, { signal }: AskOptions): Promise<readonly MentionedFile[]> {
  const asking = signal === undefined ? {} : { signal };
  const named = namedIn(prompt);
  const isFile = new Map<string, boolean>();
  for (const name of new Set(named.map(({ file }) => file))) {
    const { files } = await ask('editor.files', { query: name, project }, asking);
    isFile.set(
      name,
      files.some(({ file }) => file === name),
    );
  }
  return named.filter(({ file }) => isFile.get(file));
}
