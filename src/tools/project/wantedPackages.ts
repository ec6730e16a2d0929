// Which package a name means: what the manifests of the project declare under it, else anything of that name in their ecosystems.
import { closest } from '../../base/text/closest.ts';
import { SOURCE_ECOSYSTEMS, type SourceEcosystem, type WantedPackage } from '../../ide/doors/packages.ts';
import { unknownPackage } from '../../ide/errors/errors.ts';
import type { ProjectContext } from '../tool.ts';
import type { Manifest } from './manifests/manifest.ts';
import { manifestsOf, resolvedVersions } from './manifests/projectManifests.ts';
import { packageManagerOf } from './packageManagers.ts';

export interface PackageCandidate {
  readonly wanted: WantedPackage;
  // The manifest that declares it; absent when none does.
  readonly declaredIn?: string;
  // The program that would fetch it.
  readonly manager: string;
}

// Throws unknown_package for a project that has no packages at all.
export async function candidatesFor(context: ProjectContext, name: string, version: string | undefined): Promise<readonly PackageCandidate[]> {
  const { ide, signal } = context;
  const manifests = (await manifestsOf(context)).manifests.filter((manifest) => ecosystemOf(manifest) !== undefined);
  const files = new Set((await ide.documents.list({}, signal)).map(({ path }) => path));
  const declared: PackageCandidate[] = [];
  for (const manifest of manifests) {
    const found = declarationOf(manifest, name);
    if (found === undefined) continue;
    const { name: meant, version: resolved } = meaningOf(found, (await resolvedVersions(context, manifest)).get(found));
    declared.push(...candidateOf(context, manifest, files, meant, version ?? resolved, true));
  }
  if (declared.length > 0) return declared;
  if (manifests.length === 0) throw unknownPackage(name, 'no manifest of the project names packages');
  // The outermost first: what others bring is mostly installed there.
  return manifests.toSorted((a, b) => a.folder.length - b.folder.length).flatMap((manifest) => candidateOf(context, manifest, files, name, version, false));
}

export async function unknownAmong(context: ProjectContext, name: string): Promise<Error> {
  const known = (await manifestsOf(context)).manifests.flatMap(({ dependencies }) => dependencies.map((dependency) => dependency.name));
  return unknownPackage(name, 'no manifest declares it, and it is not installed', closest(name, [...new Set(known)], 3));
}

function candidateOf(
  { ide }: ProjectContext,
  manifest: Manifest,
  files: ReadonlySet<string>,
  name: string,
  version: string | undefined,
  isDeclared: boolean,
): PackageCandidate[] {
  const ecosystem = ecosystemOf(manifest);
  const manager = packageManagerOf(manifest, files)?.name;
  if (ecosystem === undefined || manager === undefined) return [];
  const folder = manifest.folder.split('/').map(encodeURIComponent).join('/');
  const wanted = { ecosystem, name, ...(version !== undefined && { version }), folderUri: folder === '' ? ide.project.uri : `${ide.project.uri}/${folder}` };
  return [{ wanted, manager, ...(isDeclared && { declaredIn: manifest.path }) }];
}

// Under the name that the manifest gives it.
function declarationOf(manifest: Manifest, asked: string): string | undefined {
  const names = manifest.dependencies.map(({ name }) => name);
  const exact = names.find((name) => spelled(manifest, name) === spelled(manifest, asked));
  if (exact !== undefined) return exact;
  if (manifest.ecosystem === 'maven') return names.find((name) => name.endsWith(`:${asked}`));
  // A package of Go lies in the module whose path it begins with.
  if (manifest.ecosystem !== 'go') return undefined;
  return names.filter((name) => asked.startsWith(`${name}/`)).sort((a, b) => b.length - a.length)[0];
}

// A replace directive of Go leads to another module: "example.com/fork v1.2.3". Folders and links are no versions.
function meaningOf(name: string, resolved: string | undefined): { name: string; version: string | undefined } {
  const [, other, version] = /^(\S+)\s+(v\S+)$/.exec(resolved ?? '') ?? [];
  if (other !== undefined) return { name: other, version };
  return { name, version: /^[\w][\w.+!-]*$/.test(resolved ?? '') ? resolved : undefined };
}

function spelled({ ecosystem }: Manifest, name: string): string {
  return ecosystem === 'python' ? name.toLowerCase().replace(/[-_.]+/g, '-') : name;
}

function ecosystemOf({ ecosystem }: Manifest): SourceEcosystem | undefined {
  return SOURCE_ECOSYSTEMS.find((one) => one === ecosystem);
}
