// The ways in which a person can log in to an agent, in its own words: what it does by itself has a button, what a terminal needs its command.
import type { StartableAgent } from '../../../../src/dashboard/protocol/shownConversations.ts';
import { CopyButton } from '../../parts/copyButton.tsx';
import { DaemonButton } from '../../parts/daemonButton.tsx';
import { Text } from '../../parts/text.tsx';

export interface LoginsProps {
  readonly agent: StartableAgent;
  // It could not be started just now.
  readonly isNeeded: boolean;
  // Starts it with that way first.
  onLogin(way: string): void;
}

export function Logins({ agent: { title, login, logins = [] }, isNeeded, onLogin }: LoginsProps) {
  if (logins.length === 0) return null;
  return (
    <details class="chat-logins" open={isNeeded}>
      <summary class="muted">
        Log in to <Text text={title} />
      </summary>
      <ul aria-label={`Ways to log in to ${title}`}>
        {logins.map(({ id, name, description, command }) => (
          <li key={id}>
            {command === undefined ? (
              <DaemonButton class="button" onClick={() => onLogin(id)}>
                <Text text={name} />
              </DaemonButton>
            ) : (
              <Command name={name} command={command} />
            )}
            {description !== undefined && (
              <p class="muted">
                <Text text={description} />
              </p>
            )}
          </li>
        ))}
        {logins.every(({ command }) => command !== login) && (
          <li>
            <Command name="In a terminal" command={login} />
          </li>
        )}
      </ul>
    </details>
  );
}

function Command({ name, command }: { readonly name: string; readonly command: string }) {
  return (
    <>
      <Text text={name} />:{' '}
      <code>
        <Text text={command} />
      </code>{' '}
      <CopyButton text={command} label={`Copy ${command}`} />
    </>
  );
}
