// The window: connects to the daemon and draws the shell.
import { render } from 'preact';
import { startAttention } from './app/attention.ts';
import { followLinks } from './app/links.ts';
import { Shell } from './app/shell.tsx';
import { startClock } from './parts/clock.ts';
import { listenToKeys } from './parts/keys.ts';
import { connect, connectVouchedFor } from './wire/connection.ts';
import { openSocket } from './wire/transport.ts';
import { isInWebview, openThroughExtension } from './wire/webview.ts';

const place = document.createElement('div');
place.id = 'window';
document.body.append(place);
startClock();
listenToKeys();
startAttention();
if (isInWebview) {
  followLinks();
  connectVouchedFor(openThroughExtension);
} else void connect(openSocket);
render(<Shell />, place);
