// What to do while no agent is connected: which ones are on this machine, where any other connects to, and what to say to it.
import type { ShownAgent } from '../../../../src/dashboard/protocol/shownAgents.ts';
import { hashOf } from '../../app/route.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { Status } from '../../parts/status.tsx';
import { Text } from '../../parts/text.tsx';
import { useDetail } from '../../wire/asking.ts';
import { welcome } from '../../wire/connection.ts';
import { topic } from '../../wire/store.ts';

const SENTENCE = 'Use the Binnacle tools to find everything that calls the main function of this project.';

export function FirstSteps() {
  const origin = welcome.value?.url;
  const url = `${origin}/mcp`;
  const unseen = topic('changes').rows.value.filter(({ isUnseen }) => isUnseen).length;
  return (
    <section class="first-steps">
      {unseen > 0 && (
        <p>
          <a class="link" href={hashOf({ view: 'changes', query: {} })}>
            {unseen === 1 ? '1 change' : `${unseen.toLocaleString('en')} changes`} of agents that have left
          </a>{' '}
          <span class="muted">you have not seen yet</span> <kbd>g c</kbd>
        </p>
      )}
      <h2>Connect an agent</h2>
      <ol>
        <li>
          <p>Let an agent on this machine know of Binnacle.</p>
          <Agents />
        </li>
        <li>
          <p>Start the agent in your project, and say to it:</p>
          <p class="command">
            <span>{SENTENCE}</span>
            <CopyButton text={SENTENCE} label="Copy the sentence" />
          </p>
          <Projects />
        </li>
      </ol>
      {origin !== undefined && (
        <p class="muted">
          Any other MCP client connects to <code>{url}</code> <CopyButton text={url} label="Copy the URL" />
        </p>
      )}
      <p class="muted">
        <Status state="running" /> Waiting for the first call; its lane appears here by itself.
      </p>
    </section>
  );
}

function Agents() {
  const found = useDetail('agents.list', {}).value;
  if (found.state === 'failed') return <ErrorNote error={found.error} retry={found.retry} />;
  const installed = found.state === 'known' ? found.value.agents.filter((agent) => agent.installed) : [];
  return (
    <>
      <ul class="found-agents">
        {installed.map((agent) => (
          <li key={agent.id}>
            <a class="found-agent" href={hashOf({ view: 'connect', id: agent.id, query: {} })}>
              <span>{agent.title}</span>
              {isRegistered(agent) ? <Status state="ok" text="installed" /> : <span class="link">Install</span>}
            </a>
          </li>
        ))}
      </ul>
      <a class="button" href={hashOf({ view: 'connect', query: {} })}>
        {installed.length === 0 ? 'Choose an agent' : 'All agents'} <kbd>g a</kbd>
      </a>
    </>
  );
}

function isRegistered({ scopes }: ShownAgent): boolean {
  return scopes.some(({ entries }) => entries.some(({ isOn }) => isOn));
}

function Projects() {
  return (
    <>
      {topic('projects').rows.value.map(({ id, name, trusted }) => (
        <p key={id} class="muted" title={id}>
          <Text text={name} /> is {trusted ? <Status state="ok" text="trusted" /> : <Status state="warning" text="not trusted" />}
          {!trusted && (
            <>
              : agents can read it, and run nothing in it.{' '}
              <a class="link" href={hashOf({ view: 'projects', id, query: {} })}>
                Look at it
              </a>
            </>
          )}
        </p>
      ))}
    </>
  );
}
