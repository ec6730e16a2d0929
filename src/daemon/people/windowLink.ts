// How the command line asks a daemon for a link to its window, and hears that it was used.
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { LineSplitter } from '../../base/text/lines.ts';
import { seconds } from '../../base/waiting/duration.ts';
import { windowUnavailable } from '../../ide/errors/windowErrors.ts';
import { greeting } from '../door/greeting.ts';
import { type DoorHello, LONGEST_HELLO, parseReply, type Reply } from '../door/hello.ts';

const LONGEST_ANSWER = seconds(20);
// As long as a link lives, and a moment.
const LONGEST_WAIT = seconds(65);

export interface GivenLink extends Disposable {
  readonly url: string;
  // False when it was not opened while it could be.
  readonly opened: Promise<boolean>;
}

// Throws window_unavailable where it is refused.
export async function askForLink(socket: Socket, key: string): Promise<GivenLink> {
  const lines = new LineSplitter(LONGEST_HELLO);
  const replies: (Reply | undefined)[] = [];
  socket.on('error', () => {});
  socket.on('data', (chunk: Buffer) => {
    for (const line of lines.feed(chunk)) {
      replies.push(parseReply(line.toString()));
      socket.emit('reply');
    }
  });
  socket.setTimeout(LONGEST_ANSWER, () => socket.destroy());
  socket.write(`${JSON.stringify({ ...greeting(key), control: 'window' } satisfies DoorHello)}\n`);
  await Promise.race([once(socket, 'reply'), once(socket, 'close')]);
  const [answer] = replies;
  if (answer?.binnacle !== 'window') {
    socket.destroy();
    if (answer?.binnacle === 'refused') throw windowUnavailable(answer.why, 'Run binnacle open in a terminal that no agent has opened.');
    throw windowUnavailable('the daemon that runs does not answer like one that has a window.', 'End it with binnacle stop --all, and try again.');
  }
  socket.setTimeout(LONGEST_WAIT, () => socket.destroy());
  const opened = once(socket, 'close').then(() => replies.some((reply) => reply?.binnacle === 'opened'));
  return { url: answer.url, opened, [Symbol.dispose]: () => socket.destroy() };
}
