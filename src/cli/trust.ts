// binnacle trust: a person says that the code of a project may be run.

import { stateFolder } from '../daemon/folders.ts';
import { liveInstances } from '../daemon/instances/discovery.ts';
import { ask } from '../daemon/people/control.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { distrust, trust, trustedFolders } from '../daemon/people/trust.ts';
import { projectRoot } from '../daemon/workbench.ts';
import { say } from './screen.ts';

export async function trustProject(folder: string | undefined, flags: { readonly remove?: boolean }): Promise<void> {
  const state = stateFolder();
  if (folder === undefined) {
    const folders = trustedFolders(state);
    say(folders.length === 0 ? 'No folder is trusted by name. Projects that you start an agent in are trusted without it.' : folders.join('\n'));
    return;
  }
  await onlyForPeople('binnacle trust', state);
  const root = await projectRoot(folder);
  if (flags.remove) {
    distrust(state, root);
    say(`${root} is not trusted any more. Daemons that have it open keep their trust until they end.`);
    return;
  }
  trust(state, root);
  await Promise.all(liveInstances(state).map((instance) => ask(instance, 'reloadTrust')));
  say(`${root} is trusted: its tools, tests and configuration may be run.`);
}
