// Expressions whose values are reported at each stop; in an agent's program they are evaluated only by its own steps, or when a person wants it.
import { useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Icon } from '../../parts/icons.tsx';
import { Text } from '../../parts/text.tsx';
import { call, shownError, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import type { Value, Watch } from './answers.ts';

export interface WatchesProps {
  readonly watches: readonly Watch[];
  readonly handle: string;
  readonly project: string;
  readonly stop: number;
  readonly frame: number;
  // The person has the helm, or it is their own program: what a watch does to it is their doing.
  readonly mayEvaluate: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  onChanged(): void;
}

export function Watches({ watches, handle, project, stop, frame, mayEvaluate, field, onChanged }: WatchesProps) {
  const { action, start } = useAction();
  const add = (expression: string) =>
    start(async (options) => {
      await call('add_watch', { expression }, { ...options, project });
      if (field.current !== null) field.current.value = '';
      onChanged();
    });
  const remove = (id: string) =>
    start(async (options) => {
      await call('remove_watch', { watch_id: id }, { ...options, project });
      onChanged();
    });
  return (
    <div class="watches">
      {watches.map((watch) => (
        <WatchLine
          key={watch.id}
          watch={watch}
          handle={handle}
          project={project}
          stop={stop}
          frame={frame}
          mayEvaluate={mayEvaluate}
          onRemove={() => remove(watch.id)}
        />
      ))}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const expression = field.current?.value.trim() ?? '';
          if (expression !== '') add(expression);
        }}
      >
        <input
          ref={field}
          type="text"
          class="field watch-field"
          aria-label="Watch an expression"
          placeholder="Watch an expression"
          spellcheck={false}
          autocomplete="off"
          disabled={isLost.value}
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            field.current?.blur();
          }}
        />
      </form>
      {action.value.state === 'failed' && <ActionNote action={action.value} />}
    </div>
  );
}

type Outcome = { readonly at: string; readonly value?: string; readonly error?: string };

interface WatchLineProps extends Pick<WatchesProps, 'handle' | 'project' | 'stop' | 'frame' | 'mayEvaluate'> {
  readonly watch: Watch;
  onRemove(): void;
}

function WatchLine({ watch, handle, project, stop, frame, mayEvaluate, onRemove }: WatchLineProps) {
  const outcome = useSignal<Outcome | undefined>(undefined);
  const at = `${stop} ${frame}`;
  const evaluate = async () => {
    try {
      const { value } = await call<{ readonly result: Value }>(
        'evaluate',
        { expression: watch.expression, session_id: handle, frame_index: frame },
        { project },
      );
      outcome.value = { at, value: value.result.value };
    } catch (thrown) {
      outcome.value = { at, error: shownError(thrown).message };
    }
  };
  useEffect(() => {
    if (mayEvaluate && watch.value === undefined) void evaluate();
  }, [at, mayEvaluate, watch.expression]);
  const known = outcome.value?.at === at ? outcome.value : undefined;
  const value = known?.value ?? watch.value;
  const error = known?.error ?? (mayEvaluate || known !== undefined ? watch.error : undefined);
  return (
    <div class="watch">
      <span class="variable-name">
        <Text text={watch.expression} />
      </span>
      {value !== undefined ? (
        <span class="variable-value">
          <Text text={value} />
        </span>
      ) : error !== undefined && known !== undefined ? (
        <span class="watch-error" title={error}>
          <Text text={error} />
        </span>
      ) : (
        <button type="button" class="link" disabled={isLost.value} title="It can have effects on the program" onClick={() => void evaluate()}>
          evaluate
        </button>
      )}
      <button type="button" class="icon-button watch-remove" aria-label={`Do not watch ${watch.expression}`} onClick={onRemove}>
        <Icon name="close" />
      </button>
    </div>
  );
}
