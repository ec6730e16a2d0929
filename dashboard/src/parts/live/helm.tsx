// Taking the helm of a debug session or a terminal: the agent's next move waits until it is handed back, with a note that its call returns.

import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { ask, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { DaemonButton } from '../daemonButton.tsx';
import { ActionNote } from '../errorNote.tsx';
import { useKeys } from '../keys.ts';
import { Text } from '../text.tsx';

export interface HelmProps {
  readonly kind: 'session' | 'terminal';
  // Of its row.
  readonly id: string;
  readonly heldBy: string | undefined;
  // Who waits; undefined where it is nobody's, or the person's own.
  readonly agent: string | undefined;
}

export function Helm({ kind, id, heldBy, agent }: HelmProps) {
  const holds = useTopic('holds');
  const note = useSignal('');
  const field = useRef<HTMLInputElement>(null);
  const { action, start } = useAction();
  const isHeld = heldBy !== undefined;
  const waiting = isHeld ? (holds.row(heldBy).value?.waiting ?? 0) : 0;
  const take = () => start((options) => ask('hold.take', { target: { kind, id } }, options));
  const handBack = () => {
    if (heldBy === undefined) return;
    start(async (options) => {
      await ask('hold.release', { id: heldBy, ...(note.peek().trim() !== '' && { note: note.peek().trim() }) }, options);
      note.value = '';
    });
  };
  // Another one has its own note.
  useEffect(() => {
    note.value = '';
  }, [id]);
  useKeys('Helm', [
    {
      key: 'h',
      does: isHeld ? 'Hand back…' : 'Take the helm',
      run: ({ repeat }) => {
        if (repeat) return;
        if (isHeld) field.current?.focus();
        else take();
      },
    },
  ]);
  if (!isHeld)
    return (
      <>
        <DaemonButton class="button" onClick={take} title="Its next move waits until you hand it back">
          Take the helm <kbd>h</kbd>
        </DaemonButton>
        <ActionNote action={action.value} />
      </>
    );
  return (
    <form
      class="helm"
      onSubmit={(event) => {
        event.preventDefault();
        handBack();
      }}
    >
      <span class="helm-state" role="status">
        <span aria-hidden="true">◆</span> You have the helm{waiting > 0 && <Waiting agent={agent} count={waiting} />}
      </span>
      <input
        ref={field}
        class="field helm-note"
        type="text"
        aria-label="Note for the agent"
        placeholder={`A note for ${agent ?? 'the agent'}`}
        maxLength={4_000}
        value={note.value}
        onInput={(event) => {
          note.value = event.currentTarget.value;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          field.current?.blur();
        }}
      />
      <DaemonButton type="submit" class="button primary">
        Hand back
      </DaemonButton>
      <ActionNote action={action.value} />
    </form>
  );
}

function Waiting({ agent, count }: { readonly agent: string | undefined; readonly count: number }) {
  return (
    <span class="muted">
      {' · '}
      <Text text={agent ?? 'the agent'} /> waits{count > 1 && ` (${count} calls)`}
    </span>
  );
}
