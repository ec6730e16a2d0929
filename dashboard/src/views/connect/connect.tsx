// Install on agents: the ones of this machine first, each with what would be written, a way back, and the proof that it is connected.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ShownAgent } from '../../../../src/dashboard/protocol/shownAgents.ts';
import { route } from '../../app/router.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { Empty, Skeleton } from '../../parts/empty.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { useKeys } from '../../parts/keys.ts';
import { Status } from '../../parts/status.tsx';
import { Ago } from '../../parts/times.tsx';
import { useDetail } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { OneAgent } from './oneAgent.tsx';
import { registered } from './registered.ts';
import { Urls } from './urls.tsx';

export function Connect() {
  const clients = useTopic('clients');
  const version = useSignal(0);
  const list = useDetail('agents.list', {}, String(version.value)).value;
  const open = useSignal<string | undefined>(route.peek().id);
  const selected = useSignal(0);
  const wanted = route.value.id;
  useEffect(() => {
    if (wanted !== undefined) open.value = wanted;
  }, [wanted]);
  const known = list.state === 'known' ? sorted(list.value.agents) : [];
  const move = (by: number) => {
    selected.value = Math.max(0, Math.min(known.length - 1, selected.value + by));
    return known.length > 0;
  };
  const toggle = () => {
    const agent = known[selected.value];
    if (agent === undefined) return false;
    open.value = open.value === agent.id ? undefined : agent.id;
    return true;
  };
  useKeys('Connect', [
    { key: 'j', does: 'Next agent', run: () => move(1) },
    { key: 'k', does: 'Previous agent', run: () => move(-1) },
    { key: 'Enter', does: 'Open', run: toggle },
  ]);
  return (
    <>
      <h1 class="unseen-word">Connect</h1>
      <div class="connect">
        <section aria-label="Install on Agents">
          <h2>Install on Agents</h2>
          {list.state === 'loading' && <Skeleton />}
          {list.state === 'failed' && <ErrorNote error={list.error} retry={list.retry} />}
          {list.state === 'known' && known.length === 0 && <Empty>No agent is known.</Empty>}
          <ul class="agent-list">
            {list.state === 'known' &&
              known.map((agent, index) => {
                const connected = clients.rows.value.find((client) => client.agent === agent.id);
                const isOpen = open.value === agent.id;
                return (
                  <li key={agent.id} class={`agent ${index === selected.value ? 'agent-selected' : ''}`}>
                    <button
                      type="button"
                      class="agent-head"
                      aria-expanded={isOpen}
                      onClick={() => {
                        selected.value = index;
                        open.value = isOpen ? undefined : agent.id;
                      }}
                    >
                      <strong>{agent.title}</strong>
                      <AgentState agent={agent} />
                      {connected !== undefined && (
                        <span class="muted">
                          connected <Ago time={connected.since} /> ago
                        </span>
                      )}
                      <span class="agent-does link" aria-hidden="true">
                        {registered(agent) !== undefined ? 'Open' : agent.installed ? 'Install' : 'Copy configuration'}
                      </span>
                    </button>
                    {isOpen && (
                      <OneAgent
                        agent={agent}
                        applied={list.value.applied.filter((change) => change.agent === agent.id)}
                        onChanged={() => {
                          version.value += 1;
                        }}
                      />
                    )}
                  </li>
                );
              })}
          </ul>
        </section>
        {list.state === 'known' && (
          <section aria-label="Rule" class="connect-rule">
            <h2>Rule</h2>
            <p class="muted">Agents use an IDE when they are asked to. Put this rule where your agent looks for rules; each agent above says where.</p>
            <pre class="code-block">{list.value.rule}</pre>
            <CopyButton text={list.value.rule} label="Copy rule">
              Copy rule
            </CopyButton>
          </section>
        )}
        <Urls />
      </div>
    </>
  );
}

function AgentState({ agent }: { readonly agent: ShownAgent }) {
  const known = registered(agent);
  if (known === undefined) return <span class="muted">{agent.installed ? 'found, not installed' : 'not found'}</span>;
  const { scope, entry } = known;
  if (!entry.isOn) return <Status state="idle" text="installed, switched off" />;
  if (entry.state !== 'current') return <Status state="warning" text={entry.why ?? entry.state} />;
  return <Status state="ok" text={`installed · ${scope.scope} · ${entry.transport}`} />;
}

// What is there first, then what could be.
function sorted(agents: readonly ShownAgent[]): readonly ShownAgent[] {
  const rank = (agent: ShownAgent) => (registered(agent) !== undefined ? 0 : agent.installed ? 1 : 2);
  return agents.toSorted((one, other) => rank(one) - rank(other));
}
