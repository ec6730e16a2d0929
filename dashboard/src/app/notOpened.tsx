// What a page shows that no person has opened by a link: how to open one, and why this one is none.
import { CopyButton } from '../parts/copyButton.tsx';
import { Text } from '../parts/text.tsx';
import { link } from '../wire/connection.ts';
import { isInWebview, reloadPage } from '../wire/webview.ts';

const COMMAND = 'binnacle open';

export function NotOpened() {
  const current = link.value;
  return (
    <main class="not-opened" id="main">
      {current.state === 'impostor' ? (
        <>
          <h1>This is not your Binnacle</h1>
          <p role="alert">
            Whatever answers at {location.host} does not know the key of this window, so nothing was proved to it and nothing can be done through it. Another
            program may have taken the port.
          </p>
          <p class="muted">Stop that program, or open a new window:</p>
        </>
      ) : (
        <>
          <h1>Not opened by you</h1>
          {current.state === 'closed' && current.why !== undefined ? (
            <p role="alert">
              <Text text={current.why.message} /> <Text text={current.why.next} />
            </p>
          ) : (
            <p>This window shows what agents do with your code, so it opens only by a link that you ask for.</p>
          )}
          <p class="muted">
            {!isInWebview && 'Run this in a terminal of your own, or '}
            <button type="button" class="link" onClick={reloadPage}>
              {isInWebview ? 'Open it again' : 'try again'}
            </button>
            {!isInWebview && ':'}
          </p>
        </>
      )}
      {!isInWebview && (
        <p class="command">
          <code>{COMMAND}</code>
          <CopyButton text={COMMAND} label="Copy the command" />
        </p>
      )}
    </main>
  );
}
