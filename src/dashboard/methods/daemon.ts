// What a person asks of the daemon itself: how it does, who its neighbours are, and to end.
import type { DaemonAffairs } from '../daemonAffairs.ts';
import type { MethodsOf } from '../sources.ts';
import { method, nothing } from './method.ts';

export function daemonMethods(affairs: Pick<DaemonAffairs, 'status' | 'stop'>, decided: (what: string, session: string) => void): MethodsOf<'daemon'> {
  return {
    'daemon.status': method('daemon.status', nothing, () => affairs.status()),
    'daemon.stop': method('daemon.stop', nothing, async (_, { session }) => {
      decided('the daemon was stopped', session);
      affairs.stop('asked to stop in a window');
      return {};
    }),
  };
}
