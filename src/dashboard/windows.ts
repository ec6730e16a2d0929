// The windows themselves: who opened which, and how a person closes one or says that they know of it.
import { z } from 'zod';
import { unknownAlarm, unknownWindow } from '../ide/errors/windowErrors.ts';
import { idShape, method } from './methods/method.ts';
import type { WindowSessions } from './sessions/windowSessions.ts';
import type { MethodsOf, TopicSource } from './sources.ts';

const named = z.strictObject({ id: idShape });

export function windowsTopic(
  sessions: WindowSessions,
  isConnected: (id: string) => boolean,
  onSockets: (listener: () => void) => Disposable,
): TopicSource<'windows'> {
  return {
    topic: 'windows',
    rows: async () => sessions.rows(isConnected),
    onChange: (listener) => {
      const tell = () => listener({ kind: 'all' });
      const both = [sessions.onEvent(tell), onSockets(tell)];
      return {
        [Symbol.dispose]: () => {
          for (const each of both) each[Symbol.dispose]();
        },
      };
    },
  };
}

export function windowMethods(sessions: WindowSessions): MethodsOf<'window'> {
  return {
    'window.revoke': method('window.revoke', named, async ({ id }, { session }) => {
      if (!sessions.revoke(id, `in the window ${session}`)) throw unknownWindow(id);
      return {};
    }),
    'window.acknowledge': method('window.acknowledge', named, async ({ id }, { session }) => {
      if (!sessions.acknowledge(id, session)) throw unknownAlarm(id);
      return {};
    }),
  };
}
