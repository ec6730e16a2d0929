// Everything of a project that can be run or debugged by name, wherever it is written; a name means one thing.
import { closest } from '../../base/text/closest.ts';
import type { Documents } from '../../ide/doors/documents.ts';
import { configurationNotFound } from '../../ide/errors/debugErrors.ts';
import { buildTargets } from './buildTargets.ts';
import type { FoundConfiguration } from './configuration.ts';
import { conventionalConfigurations } from './conventions.ts';
import { launchConfigurations } from './launchJson.ts';
import { programsOfManifests } from './manifestPrograms.ts';
import { taskConfigurations } from './tasks.ts';

export interface FoundInProject {
  readonly configurations: readonly FoundConfiguration[];
  readonly problems: readonly string[];
}

// canDebug: whether some debugger here goes by this type.
export async function foundInProject(root: string, documents: Documents, canDebug: (type: string) => boolean, signal: AbortSignal): Promise<FoundInProject> {
  const written = launchConfigurations(root, canDebug);
  const conventional = await conventionalConfigurations(root, documents, signal);
  const manifests = await programsOfManifests(root, documents, signal);
  const targets = await buildTargets(root, documents, signal);
  const all = [...written.configurations, ...taskConfigurations(root), ...conventional, ...manifests, ...targets];
  return { configurations: withOwnNames(all), problems: written.problems };
}

// By its name as it is listed, or as it was created: without the word before it that says what it is (`task: build`), where only one is meant.
// Throws configuration_not_found with the names that are like it.
export function configurationNamed(name: string, configurations: readonly FoundConfiguration[]): FoundConfiguration {
  const found = configurations.find((configuration) => configuration.name === name);
  if (found !== undefined) return found;
  const [created, ...others] = configurations.filter((configuration) => configuration.name.replace(/^[a-z]+: /, '') === name);
  if (created !== undefined && others.length === 0) return created;
  const names = configurations.map((configuration) => configuration.name);
  throw configurationNotFound(name, closest(name, names, 3));
}

// What has the name of another says where it comes from; the same twice from one file is one.
function withOwnNames(found: readonly FoundConfiguration[]): readonly FoundConfiguration[] {
  const taken = new Set<string>();
  return found.flatMap((one) => {
    const name = taken.has(one.name) ? `${one.name} (${one.from})` : one.name;
    if (taken.has(name)) return [];
    taken.add(name);
    return [name === one.name ? one : { ...one, name }];
  });
}
