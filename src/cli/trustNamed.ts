// What a person names on the command line to be served is trusted from then on, also by daemons that come later; what an agent names is not.
import { ownMarks } from '../base/processes/startedFor.ts';
import { stateFolder } from '../daemon/folders.ts';
import { lineageOf } from '../daemon/people/lineage.ts';
import { isTrusted, trust } from '../daemon/people/trust.ts';
import { projectRoot } from '../daemon/workbench.ts';

export async function trustNamed(folders: readonly string[]): Promise<void> {
  const state = stateFolder();
  if (folders.length === 0 || (await lineageOf(process.pid, state, ownMarks())).startedFor !== 'nobody') return;
  for (const root of await Promise.all(folders.map(projectRoot))) if (!isTrusted(state, root)) trust(state, root);
}
