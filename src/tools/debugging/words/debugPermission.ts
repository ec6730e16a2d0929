// What may be debugged: what a session runs is judged as any command, and a process that it takes hold of by whose it is.

import type { AttachIntent, WantedSession } from '../../../ide/doors/debugging.ts';
import { ownProcess } from '../../../ide/errors/debugErrors.ts';
import type { ProjectContext } from '../../tool.ts';

export function debugPermission({ permission }: ProjectContext<'debugging'>): Pick<WantedSession, 'permit' | 'hosts'> {
  const isOurs = (one: AttachIntent) =>
    one.whose === 'ours' ||
    (one.kind === 'process' && permission.isOurProcess(one.processId)) ||
    (one.kind === 'port' && one.isLoopback && permission.isOurPort(one.port));
  return {
    async permit({ steps, attached }) {
      const own = attached.find(isOurs);
      if (own !== undefined) throw ownProcess(placeOf(own));
      const hosts = attached.flatMap((one) => (one.kind === 'port' ? [one] : []));
      // Of another machine its host is asked about.
      const foreign = attached.filter((one) => one.whose === 'other' && (one.kind !== 'port' || one.isLoopback));
      await permission.commands(steps, { hosts, unusual: foreign.map((one) => `${placeOf(one)} was not started here`) });
    },
    hosts: {
      refusal: (host, isLoopback) => permission.hostRefusal(host, isLoopback),
      isOurs: (port) => permission.isOurPort(port),
    },
  };
}

function placeOf(one: AttachIntent): string {
  if (one.kind === 'unknown') return `what ${one.configuration} attaches to`;
  return one.kind === 'process' ? `process ${one.processId}` : `${one.host}:${one.port}`;
}
