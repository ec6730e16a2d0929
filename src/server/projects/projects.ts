// Which project a call means: the one it names, else its connection's own, else the only open one.
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { multipleProjectsOpen, noProjectOpen, projectGone, projectNotOpen } from '../../ide/errors/errors.ts';
import type { Ide, Workbench } from '../../ide/ide.ts';
import type { Client } from '../clients/client.ts';

// Throws project_gone where its folder was deleted: nothing that engines and the disk say then is about the project.
export async function projectOfCall(workbench: Workbench, named: string | undefined, client: Client, signal: AbortSignal): Promise<Ide> {
  const ide = await projectMeant(workbench, named, client, signal);
  if (ide.project.isGone === true) throw projectGone(ide.project.path);
  return workbench.asDecided?.(ide) ?? ide;
}

async function projectMeant(workbench: Workbench, named: string | undefined, client: Client, signal: AbortSignal): Promise<Ide> {
  if (named !== undefined) return namedProject(workbench, named);
  const root = await client.root(signal);
  // The folder an agent was started in was chosen by the person who started it.
  if (root !== undefined) return workbench.open(root, { trusted: client.trustsRoot });
  const [only, ...others] = workbench.projects();
  if (only === undefined) throw workbench.notHere?.(undefined) ?? noProjectOpen();
  if (others.length > 0) throw multipleProjectsOpen(projectNames(workbench));
  return opened(workbench, only.path);
}

function projectNames(workbench: Workbench): { name: string; path: string }[] {
  return workbench.projects().map(({ name, path }) => ({ name, path }));
}

async function namedProject(workbench: Workbench, named: string): Promise<Ide> {
  const absolute = resolve(named);
  const path = await realpath(absolute).catch(() => absolute);
  return opened(workbench, path, named);
}

function opened(workbench: Workbench, path: string, asNamed = path): Ide {
  const ide = workbench.ide(path);
  if (ide === undefined) throw workbench.notHere?.(asNamed) ?? projectNotOpen(asNamed, projectNames(workbench));
  return ide;
}
