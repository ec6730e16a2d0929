// One agent: where it is registered, what would be written, and the way back.

import { useSignal } from '@preact/signals';
import type { AgentPlan, ShownAgent, ShownRegistration } from '../../../../src/dashboard/protocol/shownAgents.ts';
import { CopyButton, copyText } from '../../parts/copyButton.tsx';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { Ago } from '../../parts/times.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { type InstallChoice, registered, usualChoice } from './registered.ts';

export interface OneAgentProps {
  readonly agent: ShownAgent;
  readonly applied: readonly ShownRegistration[];
  onChanged(): void;
}

const ENDPOINTS = { own: 'all of Binnacle', index: 'names of a JetBrains index server', debugger: 'names of a JetBrains debugger server' } as const;

export function OneAgent({ agent, applied, onChanged }: OneAgentProps) {
  const choice = useSignal<InstallChoice>(usualChoice(agent));
  const plan = useSignal<AgentPlan | undefined>(undefined);
  const says = useSignal<string | undefined>(undefined);
  const { action, start } = useAction();
  const known = registered(agent);
  const choose = (part: Partial<InstallChoice>) => {
    choice.value = { ...choice.value, ...part };
    plan.value = undefined;
    says.value = undefined;
  };
  const propose = (does: 'install' | 'uninstall') =>
    start(async (options) => {
      says.value = undefined;
      plan.value = await ask('agents.plan', { agent: agent.id, action: does, ...choice.peek() }, options);
    });
  const carryOut = () =>
    start(async (options) => {
      const current = plan.peek();
      if (current === undefined) return;
      await ask('agents.apply', { plan: current.plan }, options);
      says.value = current.summary.afterwards;
      plan.value = undefined;
      onChanged();
    });
  const copy = () =>
    start(async (options) => {
      const { text } = await ask('agents.copy', { agent: agent.id, ...choice.peek() }, options);
      await copyText(text);
    });
  const next = (now: string, all: readonly string[]) => all[(all.indexOf(now) + 1) % all.length] ?? now;
  useKeys(agent.title, [
    { key: 'Enter', does: 'Install, or write what is shown', run: () => (plan.peek() === undefined ? propose('install') : carryOut()) },
    {
      key: 's',
      does: 'Scope',
      run: () =>
        choose({
          scope:
            agent.scopes.find(
              ({ scope }) =>
                scope ===
                next(
                  choice.peek().scope,
                  agent.scopes.map((each) => each.scope),
                ),
            )?.scope ?? 'user',
        }),
    },
    {
      key: 't',
      does: 'Transport',
      run: () => choose({ transport: agent.transports.find((each) => each === next(choice.peek().transport, agent.transports)) ?? 'stdio' }),
    },
    { key: 'c', does: 'Copy the configuration', run: copy },
    { key: 'u', does: 'Uninstall', run: () => (known === undefined ? false : propose('uninstall')) },
  ]);
  const place = agent.scopes.find(({ scope }) => scope === choice.value.scope);
  return (
    <div class="agent-detail">
      <div class="agent-choice">
        <label>
          scope
          <select
            value={choice.value.scope}
            onChange={(event) => choose({ scope: agent.scopes.find(({ scope }) => scope === event.currentTarget.value)?.scope ?? 'user' })}
          >
            {agent.scopes.map(({ scope }) => (
              <option key={scope} value={scope}>
                {scope}
              </option>
            ))}
          </select>
        </label>
        <label>
          transport
          <select
            value={choice.value.transport}
            onChange={(event) => choose({ transport: agent.transports.find((each) => each === event.currentTarget.value) ?? 'stdio' })}
          >
            {agent.transports.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </label>
        <label>
          tools
          <select
            value={choice.value.endpoint}
            onChange={(event) =>
              choose({ endpoint: event.currentTarget.value === 'index' ? 'index' : event.currentTarget.value === 'debugger' ? 'debugger' : 'own' })
            }
          >
            {Object.entries(ENDPOINTS).map(([id, words]) => (
              <option key={id} value={id}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {place !== undefined && (
        <p class="muted agent-file">
          <Text text={place.file} />
        </p>
      )}
      {place?.problem !== undefined && <Status state="warning" text={place.problem} />}
      <div class="review-buttons">
        <DaemonButton class="button primary" onClick={() => propose('install')}>
          {known === undefined ? 'Install now' : 'Install again'} <kbd>Enter</kbd>
        </DaemonButton>
        <DaemonButton class="button" onClick={copy}>
          Copy configuration <kbd>c</kbd>
        </DaemonButton>
        {known !== undefined && (
          <DaemonButton class="button" onClick={() => propose('uninstall')}>
            Uninstall <kbd>u</kbd>
          </DaemonButton>
        )}
      </div>
      <ActionNote action={action.value} />
      {plan.value !== undefined && <Planned plan={plan.value} onWrite={carryOut} onLeave={() => (plan.value = undefined)} />}
      {says.value !== undefined && (
        <p role="status" class="agent-said">
          <Status state="ok" text={says.value} />
        </p>
      )}
      {applied.map((change) => (
        <p key={change.id} class="muted agent-applied">
          <span>
            {change.action === 'install' ? 'installed' : 'uninstalled'} <Ago time={change.at} /> ago in <Text text={change.file} />
          </span>
          <DaemonButton
            class="link"
            onClick={() =>
              start(async (options) => {
                const { isExact } = await ask('agents.undo', { id: change.id }, options);
                says.value = isExact ? 'The file is as it was before.' : 'Somebody changed the file since, so only our entry is as before.';
                onChanged();
              })
            }
          >
            undo
          </DaemonButton>
        </p>
      ))}
      <p class="muted">
        Rules go to <Text text={agent.rules} />
        {'. '}
      </p>
    </div>
  );
}

function Planned({ plan: { summary }, onWrite, onLeave }: { readonly plan: AgentPlan; onWrite(): void; onLeave(): void }) {
  return (
    <div class="agent-plan">
      {summary.change === 'none' ? (
        <p>Nothing has to change: it is there already.</p>
      ) : (
        <>
          <p>
            {summary.change === 'create'
              ? 'This new file will be written: '
              : summary.change === 'remove'
                ? 'This file will be removed: '
                : 'This will change in '}
            <Text text={summary.file} />
          </p>
          <PlannedLines diff={summary.diff} />
        </>
      )}
      {summary.warnings.map((warning) => (
        <Status key={warning} state="warning" text={warning} />
      ))}
      <div class="review-buttons">
        {summary.change !== 'none' && (
          <DaemonButton class="button primary" onClick={onWrite}>
            Write it
          </DaemonButton>
        )}
        <button type="button" class="button" onClick={onLeave}>
          {summary.change === 'none' ? 'Close' : 'Leave it'}
        </button>
        <CopyButton text={summary.diff} label="Copy the change" />
      </div>
    </div>
  );
}

// Where hunks begin is said by the lines around them.
function PlannedLines({ diff }: { readonly diff: string }) {
  const lines = diff.replace(/\n$/, '').split('\n');
  return (
    <pre class="code-block agent-diff">
      {lines.map((line, index) =>
        line.startsWith('@@') ? (
          index > 0 && <span key={index} class="agent-diff-gap" />
        ) : (
          <span key={index} class={line.startsWith('+') ? 'diff-added' : line.startsWith('-') ? 'diff-removed' : ''}>
            <Text text={`${line}\n`} />
          </span>
        ),
      )}
    </pre>
  );
}
