// Where the server is, for clients that are configured with a URL.
import { CopyButton } from '../../parts/copyButton.tsx';
import { ErrorNote } from '../../parts/errorNote.tsx';
import { Text } from '../../parts/text.tsx';
import { useDetail } from '../../wire/asking.ts';

export function Urls() {
  const status = useDetail('daemon.status', {}).value;
  if (status.state === 'failed') return <ErrorNote error={status.error} retry={status.retry} />;
  if (status.state !== 'known') return null;
  const { endpoints = [] } = status.value;
  return (
    <section aria-label="URLs">
      <h2>URLs</h2>
      <p class="muted">For clients that take a URL. They need the agents’ token as well: binnacle token show prints it.</p>
      <ul class="settings-list url-list">
        {endpoints.map(({ name, url }) => (
          <li key={url}>
            <span>{name}</span>
            <code>
              <Text text={url} />
            </code>
            <CopyButton text={url} label={`Copy URL of ${name}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
