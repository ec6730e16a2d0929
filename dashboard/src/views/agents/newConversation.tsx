// Starts an agent in a project that is open and trusted.
import { useSignal } from '@preact/signals';
import type { StartableAgent } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { ActionNote } from '../../parts/errorNote.tsx';
import { Text } from '../../parts/text.tsx';
import { ask, useAction } from '../../wire/asking.ts';
import { useTopic } from '../../wire/useTopic.ts';
import { Logins } from './logins.tsx';

export interface NewConversationProps {
  readonly agents: readonly StartableAgent[];
  onStarted(id: string): void;
  // An agent that could not be started has said how a person logs in.
  onRefused(): void;
}

export function NewConversation({ agents, onStarted, onRefused }: NewConversationProps) {
  const projects = useTopic('projects').rows.value.filter(({ trusted, runsDenied, isGone }) => trusted && runsDenied !== true && isGone !== true);
  const found = agents.filter(({ program }) => program !== undefined);
  const missing = agents.filter(({ program }) => program === undefined);
  const chosen = useSignal<{ readonly agent?: string; readonly project?: string; readonly isolated?: boolean }>({});
  const { action, start } = useAction();
  const agent = found.find(({ id }) => id === chosen.value.agent) ?? found[0];
  const project = projects.find(({ id }) => id === chosen.value.project) ?? projects[0];
  const begin = (login?: string) => {
    if (agent === undefined || project === undefined) return;
    start(async (options) => {
      const isolated = chosen.peek().isolated === true;
      const wanted = { project: project.id, agent: agent.id, ...(isolated && { isolated }), ...(login !== undefined && { login }) };
      try {
        onStarted((await ask('conversation.start', wanted, options)).id);
      } catch (thrown) {
        onRefused();
        throw thrown;
      }
    });
  };
  return (
    <div class="chat-new">
      {agent !== undefined && project !== undefined && (
        <>
          <select aria-label="Agent" value={agent.id} onChange={(event) => (chosen.value = { ...chosen.peek(), agent: event.currentTarget.value })}>
            {found.map(({ id, title }) => (
              <option key={id} value={id}>
                {title}
              </option>
            ))}
          </select>
          {projects.length > 1 && (
            <select aria-label="Project" value={project.id} onChange={(event) => (chosen.value = { ...chosen.peek(), project: event.currentTarget.value })}>
              {projects.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <label class="chat-isolated" title="It works in a copy of the project with a git of its own. You merge what it did, or discard it.">
            <input
              type="checkbox"
              checked={chosen.value.isolated === true}
              onChange={(event) => (chosen.value = { ...chosen.peek(), isolated: event.currentTarget.checked })}
            />{' '}
            Isolated
          </label>
          <DaemonButton class="button" onClick={() => begin()}>
            Start
          </DaemonButton>
          {agent.command !== undefined && (
            <p class="muted">
              Starts <code>{agent.command}</code>
            </p>
          )}
          <Logins agent={agent} isNeeded={action.value.state === 'failed'} onLogin={begin} />
          {agent.account?.state === 'none' && agent.logins === undefined && (
            <p class="muted">
              No login found. In a terminal: <code>{agent.login}</code>
            </p>
          )}
        </>
      )}
      {project === undefined && <p class="muted">Trust a project to start an agent in it.</p>}
      <ActionNote action={action.value} />
      {missing.length > 0 && (
        <details class="chat-missing" open={found.length === 0}>
          <summary class="muted">{missing.length} not found</summary>
          <ul>
            {missing.map(({ id, title, install }) => (
              <li key={id}>
                <Text text={title} /> <code>{install}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
