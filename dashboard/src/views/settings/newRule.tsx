// One more rule: for a tool, for commands that look like this, or for hosts.

import { useSignal } from '@preact/signals';
import type { PolicyEdit, ShownVerdict } from '../../../../src/dashboard/protocol/shownPolicy.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { KINDS, VERDICTS } from './policyRules.ts';

const EXAMPLES = { tools: 'git_push', commands: 'git push *', hosts: '*.example.com' } as const;

export function NewRule({ onAdd }: { onAdd(edit: PolicyEdit): void }) {
  const kind = useSignal<(typeof KINDS)[number]>('tools');
  const name = useSignal('');
  const verdict = useSignal<ShownVerdict>('ask');
  return (
    <form
      class="policy-new"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.peek().trim() === '') return;
        onAdd({ kind: kind.peek(), name: name.peek().trim(), verdict: verdict.peek() });
        name.value = '';
      }}
    >
      <select
        aria-label="What the rule is about"
        value={kind.value}
        onChange={(event) => (kind.value = KINDS.find((each) => each === event.currentTarget.value) ?? 'tools')}
      >
        {KINDS.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <input
        type="text"
        aria-label="Its name or pattern"
        placeholder={EXAMPLES[kind.value]}
        spellcheck={false}
        value={name.value}
        onInput={(event) => (name.value = event.currentTarget.value)}
      />
      <select
        aria-label="What it says"
        value={verdict.value}
        onChange={(event) => (verdict.value = VERDICTS.find((each) => each === event.currentTarget.value) ?? 'ask')}
      >
        {VERDICTS.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
      <DaemonButton type="submit" class="button" isOff={name.value.trim() === ''}>
        Add rule
      </DaemonButton>
    </form>
  );
}
