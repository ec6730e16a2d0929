// One setting: its value, where that comes from, and the way back; what is wrong is said at the field, and nothing is written.

import { useSignal } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { SettingRow } from '../../../../src/dashboard/protocol/rows.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { type Entered, entered, shownValue } from './values.ts';

export function SettingField({ row }: { readonly row: SettingRow }) {
  const { id: name, value, description, origin, countsAtOnce, shape } = row;
  const { action, start } = useAction();
  const draft = useSignal<string | undefined>(undefined);
  const problem = useSignal<string | undefined>(undefined);
  const field = useId();
  const set = (next: unknown) =>
    start(async (options) => {
      await ask('setting.set', { name, value: next }, options);
      draft.value = undefined;
    });
  const commit = (text: string) => {
    const read: Entered = entered(shape, text);
    problem.value = read.ok ? undefined : read.problem;
    if (read.ok && JSON.stringify(read.value) !== JSON.stringify(value)) set(read.value);
  };
  const shown = draft.value ?? shownValue(value);
  return (
    <div class="setting">
      <label for={field}>
        <strong>{name}</strong>
        <span class="muted">{description}</span>
      </label>
      <div class="setting-value">
        {shape.kind === 'boolean' ? (
          <input id={field} type="checkbox" checked={value === true} disabled={isLost.value} onChange={() => set(value !== true)} />
        ) : shape.kind === 'choice' ? (
          <select id={field} value={String(value)} disabled={isLost.value} onChange={(event) => set(event.currentTarget.value)}>
            {shape.choices.map((choice) => (
              <option key={choice} value={choice}>
                {choice}
              </option>
            ))}
          </select>
        ) : shape.kind === 'list' ? (
          <textarea
            id={field}
            rows={3}
            spellcheck={false}
            placeholder="one a line"
            value={shown}
            aria-invalid={problem.value !== undefined}
            readOnly={isLost.value}
            onInput={(event) => (draft.value = event.currentTarget.value)}
            onBlur={(event) => commit(event.currentTarget.value)}
          />
        ) : (
          <input
            id={field}
            type="text"
            inputMode={shape.kind === 'number' ? 'decimal' : 'text'}
            spellcheck={false}
            placeholder="as usual"
            value={shown}
            aria-invalid={problem.value !== undefined}
            readOnly={isLost.value}
            onInput={(event) => (draft.value = event.currentTarget.value)}
            onBlur={(event) => commit(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
          />
        )}
        <span class="muted setting-origin">
          {origin === 'user' ? 'yours' : 'default'}
          {origin === 'user' && !countsAtOnce && ', counts after a restart'}
        </span>
        {origin === 'user' && (
          <DaemonButton class="link" aria-label={`Reset ${name}`} onClick={() => start((options) => ask('setting.reset', { name }, options))}>
            ↺ reset
          </DaemonButton>
        )}
      </div>
      {problem.value !== undefined && (
        <p class="setting-problem" role="alert">
          {problem.value}
        </p>
      )}
      <ActionNote action={action.value} />
    </div>
  );
}
