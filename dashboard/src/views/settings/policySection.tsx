// The policy: what is allowed, asked and denied, by effect, tool, command and host, everywhere or in one project; each change shows its diff first.

import { useSignal } from '@preact/signals';
import type { PolicyEdit, ShownVerdict, WrittenPolicy } from '../../../../src/dashboard/protocol/shownPolicy.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Skeleton } from '../../parts/empty.tsx';
import { ActionNote, ErrorNote } from '../../parts/errorNote.tsx';
import { lastPart } from '../../parts/names.ts';
import { Text } from '../../parts/text.tsx';
import { ask, useAction, useDetail } from '../../wire/asking.ts';
import { isLost } from '../../wire/connection.ts';
import { NewRule } from './newRule.tsx';
import { EFFECTS, rulesIn, VERDICTS } from './policyRules.ts';

interface Preview extends WrittenPolicy {
  readonly edits: readonly PolicyEdit[];
}

export function PolicySection() {
  const version = useSignal(0);
  const policy = useDetail('policy.read', {}, String(version.value)).value;
  const preview = useSignal<Preview | undefined>(undefined);
  const { action, start } = useAction();
  const plan = (edits: readonly PolicyEdit[]) =>
    start(async (options) => {
      preview.value = { ...(await ask('policy.write', { edits, preview: true }, options)), edits };
    });
  const write = ({ edits, basis }: Preview) =>
    start(async (options) => {
      try {
        await ask('policy.write', { edits, basis }, options);
      } finally {
        // Whether it was written or somebody else was faster: what was shown is not what is there.
        preview.value = undefined;
        version.value += 1;
      }
    });
  return (
    <section class="settings-section" aria-label="Policy">
      <h2>Policy</h2>
      {policy.state === 'loading' && <Skeleton lines={4} />}
      {policy.state === 'failed' && <ErrorNote error={policy.error} retry={policy.retry} />}
      {policy.state === 'known' && (
        <>
          <p class="muted">
            <Text text={policy.value.file} />. Edits can be undone, so <em>edits: allow</em> with the unseen queue of Changes blocks nobody.
            {policy.value.confirmsEdits && ' Every edit asks, because confirmWriteOperations is on.'}
          </p>
          <div class="policy-effects">
            {EFFECTS.map((name) => (
              <VerdictChoice
                key={name}
                label={name}
                value={policy.value.effects[name] ?? 'allow'}
                onChange={(verdict) => plan([{ kind: 'effects', name, verdict }])}
              />
            ))}
          </div>
          <ul class="policy-rules">
            {rulesIn(policy.value.rules).map((rule) => (
              <li key={`${rule.project ?? ''} ${rule.kind} ${rule.name}`}>
                <span class="muted">{rule.kind}</span>
                <code>
                  <Text text={rule.name} />
                </code>
                {rule.project !== undefined && (
                  <span class="muted" title={rule.project}>
                    in <Text text={lastPart(rule.project)} />
                  </span>
                )}
                <VerdictChoice
                  label={`${rule.kind} ${rule.name}`}
                  isQuiet
                  value={rule.verdict ?? 'allow'}
                  onChange={(verdict) => plan([{ ...rule, verdict }])}
                />
                <DaemonButton class="link" aria-label={`Remove the rule for ${rule.name}`} onClick={() => plan([{ ...rule, verdict: undefined }])}>
                  remove
                </DaemonButton>
              </li>
            ))}
          </ul>
          <NewRule onAdd={(edit) => plan([edit])} />
          {policy.value.ofProjects.map(({ project, problem }) => (
            <p key={project} class="muted">
              <Text text={lastPart(project)} /> {problem === undefined ? 'has stricter rules of its own.' : <Text text={problem.message} />}
            </p>
          ))}
        </>
      )}
      {preview.value !== undefined && (
        <div class="policy-preview">
          <p>
            This will be written to <Text text={preview.value.file} />:
          </p>
          <pre class="code-block">
            <Text text={preview.value.diff === '' ? 'nothing changes' : preview.value.diff} />
          </pre>
          <div class="review-buttons">
            <DaemonButton class="button primary" isOff={preview.value.diff === ''} onClick={() => preview.value !== undefined && write(preview.value)}>
              Write it
            </DaemonButton>
            <button type="button" class="button" onClick={() => (preview.value = undefined)}>
              Leave it
            </button>
          </div>
        </div>
      )}
      <ActionNote action={action.value} />
    </section>
  );
}

interface VerdictChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly isQuiet?: boolean;
  onChange(verdict: ShownVerdict): void;
}

function VerdictChoice({ label, value, isQuiet = false, onChange }: VerdictChoiceProps) {
  return (
    <label class="policy-choice">
      {isQuiet ? <span class="unseen-word">{label}</span> : label}
      <select
        value={value}
        disabled={isLost.value}
        onChange={(event) => {
          const verdict = VERDICTS.find((each) => each === event.currentTarget.value);
          // It is chosen once it is written.
          event.currentTarget.value = value;
          if (verdict !== undefined) onChange(verdict);
        }}
      >
        {VERDICTS.map((verdict) => (
          <option key={verdict} value={verdict}>
            {verdict}
          </option>
        ))}
      </select>
    </label>
  );
}
