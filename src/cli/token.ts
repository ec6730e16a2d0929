// binnacle token: the secret that opens the URLs, shown to a person or replaced by another.
import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { ask } from '../daemon/people/control.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { keptToken, rotateToken } from '../daemon/people/token.ts';
import { remark, say } from './screen.ts';

export async function showToken(): Promise<void> {
  const state = stateFolder();
  await onlyForPeople('binnacle token show', state);
  say(keptToken(state));
}

// Nothing is printed but that it is done: the new one is asked for where it is needed.
export async function replaceToken(): Promise<void> {
  const state = stateFolder();
  await onlyForPeople('binnacle token rotate', state);
  rotateToken(state);
  const daemons = liveInstances(state);
  const answers = await Promise.all(daemons.map(async (instance) => ({ instance, answer: await ask(instance, 'reloadToken') })));
  say('The token is another one now, and clients with the old one are out.');
  remark('Configure them again: binnacle install <agent> --transport http, or binnacle token show.');
  for (const { instance, answer } of answers) {
    if (typeof answer === 'object' && answer !== null && !('binnacle' in answer)) continue;
    process.exitCode = 1;
    remark(`Process ${instance.pid} (Binnacle ${instance.version}) did not take it and still opens with the old one: binnacle stop --all ends it.`);
  }
}
