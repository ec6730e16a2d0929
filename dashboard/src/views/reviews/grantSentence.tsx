// Allow the like for a while: a sentence in place, each part of it a choice, the narrowest first. It turns ask into allow, and nothing else.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { AnswerOf } from '../../../../src/dashboard/protocol/methods.ts';
import type { GrantOffer } from '../../../../src/dashboard/protocol/shownReviews.ts';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { lastPart, shortClient } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { ask, shownError } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';

const TIMES = [
  { value: '15', label: '15 min' },
  { value: '60', label: '60 min' },
  { value: 'today', label: 'today' },
  { value: 'always', label: 'always' },
] as const;

type State =
  | { readonly kind: 'asking' }
  | { readonly kind: 'given'; readonly id: string; readonly matching: number }
  // What would be written for always.
  | { readonly kind: 'shown'; readonly plan: AnswerOf<'grant.always'> }
  | { readonly kind: 'done'; readonly says: string }
  | { readonly kind: 'failed'; readonly error: ReturnType<typeof shownError> };

export interface GrantSentenceProps {
  readonly offer: GrantOffer;
  readonly author: string;
  onClose(): void;
}

export function GrantSentence({ offer: { wish, globs }, author, onClose }: GrantSentenceProps) {
  const { tool, project, connection } = wish;
  const glob = useSignal(wish.glob);
  const who = useSignal(connection === undefined ? 'every' : 'this');
  const time = useSignal<string>('60');
  const state = useSignal<State>({ kind: 'asking' });
  const first = useRef<HTMLSelectElement>(null);
  useEffect(() => first.current?.focus(), []);
  // The policy knows neither files nor agents, so the sentence says all of them before anything is written.
  const isAlways = time.value === 'always';

  const give = async (): Promise<State> => {
    if (time.peek() === 'always') return { kind: 'shown', plan: await ask('grant.always', { tool, project }) };
    const { grant, matching } = await ask('grant.give', {
      tool,
      project,
      glob: glob.peek(),
      ...(who.peek() === 'this' && connection !== undefined && { connection }),
      time: time.peek() === 'today' ? 'today' : Number(time.peek()),
    });
    return matching > 0 ? { kind: 'given', id: grant.id, matching } : { kind: 'done', says: 'Allowed.' };
  };
  const next = async (): Promise<State> => {
    const now = state.peek();
    if (now.kind === 'shown') {
      await ask('grant.always', { tool, project, writes: true, basis: now.plan.basis });
      return { kind: 'done', says: `Written to ${lastPart(now.plan.file)}.` };
    }
    if (now.kind === 'given') {
      const { accepted } = await ask('grant.accept', { id: now.id });
      return { kind: 'done', says: `${accepted} accepted.` };
    }
    return give();
  };
  const go = () => {
    if (state.peek().kind === 'done') return onClose();
    if (isLost.peek()) return;
    next().then(
      (after) => {
        state.value = after;
      },
      (thrown: unknown) => {
        state.value = { kind: 'failed', error: shownError(thrown) };
      },
    );
  };
  useKeys('Allow', [
    { key: 'Y', does: 'Allow it', run: (event) => (event.repeat ? undefined : go()) },
    { key: 'Escape', does: 'Back to the review', run: onClose },
  ]);
  const offered = globs.includes('**') ? globs : [...globs, '**'];
  const isAsking = state.value.kind === 'asking' || state.value.kind === 'failed';
  return (
    <section class="grant-sentence" aria-label="Allow the like for a while">
      <p>
        Allow <strong>{tool}</strong> in{' '}
        <select
          ref={first}
          aria-label="In which files"
          value={isAlways ? '**' : glob.value}
          disabled={!isAsking || isAlways}
          onChange={(event) => (glob.value = event.currentTarget.value)}
        >
          {offered.map((each) => (
            <option key={each} value={each}>
              {each === '**' ? 'all files' : each}
            </option>
          ))}
        </select>{' '}
        by{' '}
        <select
          aria-label="By whom"
          value={isAlways ? 'every' : who.value}
          disabled={!isAsking || isAlways}
          onChange={(event) => (who.value = event.currentTarget.value)}
        >
          {connection !== undefined && <option value="this">{shortClient(author)}, this connection</option>}
          <option value="every">every agent</option>
        </select>{' '}
        in <strong>{lastPart(project)}</strong> {isAlways ? '' : 'for '}
        <select aria-label="For how long" value={time.value} disabled={!isAsking} onChange={(event) => (time.value = event.currentTarget.value)}>
          {TIMES.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {isAlways && <strong>, also where it cannot be undone</strong>}
      </p>
      {state.value.kind === 'given' && (
        <p>
          Allowed. {state.value.matching} that {state.value.matching === 1 ? 'waits is' : 'wait are'} like it: once more accepts{' '}
          {state.value.matching === 1 ? 'it' : 'them'}.
        </p>
      )}
      {state.value.kind === 'shown' && (
        <div>
          <p>
            Once more allows <Text text={state.value.plan.allows} />. This will be written to <Text text={state.value.plan.file} />:
          </p>
          <pre class="code-block">
            <Text text={state.value.plan.diff === '' ? 'nothing changes' : state.value.plan.diff} />
          </pre>
        </div>
      )}
      {state.value.kind === 'done' && <p role="status">{state.value.says}</p>}
      {state.value.kind === 'failed' && <ErrorNote error={state.value.error} retry={go} />}
      <div class="review-buttons">
        <button type="button" class="button primary needs-daemon" disabled={isLost.value && state.value.kind !== 'done'} onClick={go}>
          {state.value.kind === 'given' ? 'Accept them' : state.value.kind === 'shown' ? 'Write it' : state.value.kind === 'done' ? 'Close' : 'Allow'}{' '}
          <kbd>Y</kbd>
        </button>
        <button type="button" class="button" onClick={onClose}>
          Back <kbd>Esc</kbd>
        </button>
        <span class="muted">Never what the policy denies or people’s own files{isAlways ? '' : ', or what cannot be undone'}.</span>
      </div>
    </section>
  );
}
