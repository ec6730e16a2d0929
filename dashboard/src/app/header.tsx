// The top line: which project, whether the server answers and where, what is allowed for how long, and what needs you.
import { CopyButton } from '../parts/copyButton.tsx';
import { Icon } from '../parts/icons.tsx';
import { Status } from '../parts/status.tsx';
import { Text } from '../parts/text.tsx';
import { Countdown } from '../parts/times.tsx';
import { link, welcome } from '../wire/connection.ts';
import { topic } from '../wire/store.ts';
import { waitingReviews } from './attention.ts';
import { hashOf } from './route.ts';
import { views } from './views.ts';

export function Header({ isRailOpen, onMenu }: { readonly isRailOpen: boolean; onMenu(): void }) {
  return (
    <header class="header">
      <button type="button" class="icon-button menu-button" aria-label="Views" aria-expanded={isRailOpen} aria-controls="rail" onClick={onMenu}>
        <Icon name="menu" />
      </button>
      <ProjectLabel />
      <span class="header-space" />
      <GrantChips />
      <NeedsYou />
      <Server />
    </header>
  );
}

function ProjectLabel() {
  const projects = topic('projects').rows.value;
  const [first] = projects;
  const label = first === undefined ? 'Binnacle' : projects.length === 1 ? first.name : `${projects.length} projects`;
  return (
    <span class="project-label" title={projects.map(({ id }) => id).join('\n')}>
      <Text text={label} />
    </span>
  );
}

function Server() {
  const origin = welcome.value?.url;
  const url = origin === undefined ? undefined : `${origin}/mcp`;
  const isOpen = link.value.state === 'open';
  return (
    <span class="server">
      <Status state={isOpen ? 'ok' : 'warning'} text={isOpen ? 'serving' : 'not connected'} />
      {url !== undefined && (
        <>
          <code class="server-url">{url}</code>
          <CopyButton text={url} label="Copy the URL of the server" />
        </>
      )}
    </span>
  );
}

function GrantChips() {
  return (
    <>
      {topic('grants').rows.value.map(({ id, tool, glob, client, expires }) => (
        <a key={id} class="chip" href={hashOf({ view: 'settings', query: { part: 'grants' } })} title={`${client ?? 'every agent'} may ${tool} ${glob ?? ''}`}>
          <Text text={tool} /> <Countdown until={expires} />
        </a>
      ))}
    </>
  );
}

function NeedsYou() {
  const count = waitingReviews.value.length;
  if (count === 0) return null;
  const view = views.some(({ name }) => name === 'reviews') ? 'reviews' : 'now';
  return (
    <a class="needs-you" href={hashOf({ view, query: {} })}>
      <Status state="needs" text={String(count)} title={count === 1 ? '1 review waits for you' : `${count} reviews wait for you`} />
    </a>
  );
}
