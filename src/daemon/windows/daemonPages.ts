// The door through which a program of ours shows the pages of a daemon: its link comes over the private local socket, as for binnacle open.
import { WebSocket } from 'ws';
import type { PersonsDoor } from '../../dashboard/persons/personsSession.ts';
import { SOCKET_PATH } from '../../dashboard/protocol/opening.ts';
import { windowUnavailable } from '../../ide/errors/windowErrors.ts';
import { connected } from '../door/attach.ts';
import { liveInstances } from '../instances/discovery.ts';
import { askForLink } from '../people/windowLink.ts';

export function daemonPages(state: string, pid: number): PersonsDoor {
  return {
    async link() {
      const instance = liveInstances(state).find((each) => each.pid === pid);
      const socket = instance === undefined ? undefined : await connected(instance.socket);
      if (instance === undefined || socket === undefined)
        throw windowUnavailable(`the daemon ${pid} is not there any more.`, 'The next call of an agent starts another.');
      const link = await askForLink(socket, instance.key);
      const { host, hash } = new URL(link.url);
      return { code: new URLSearchParams(hash.slice(1)).get('code') ?? '', host, [Symbol.dispose]: () => link[Symbol.dispose]() };
    },
    connect(host, events) {
      const socket = new WebSocket(`ws://${host}${SOCKET_PATH}`, { origin: `http://${host}`, perMessageDeflate: false });
      socket.on('open', () => events.opened());
      socket.on('message', (data: Buffer, isBinary) => (isBinary ? events.bytes(data) : events.text(data.toString())));
      socket.on('error', () => socket.terminate());
      socket.on('close', () => events.closed());
      return {
        send: (text) => {
          if (socket.readyState === socket.OPEN) socket.send(text);
        },
        close: () => socket.close(),
      };
    },
  };
}
