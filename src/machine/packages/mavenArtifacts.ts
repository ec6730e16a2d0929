// Where Maven keeps the sources of an artifact: in an archive of its local repository.
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import type { FoundPackage, WantedPackage } from '../../ide/doors/packages.ts';
import { isFile, namesIn, outwards, textAt } from './disk.ts';

export function findMavenArtifact({ name, version, folderUri }: WantedPackage, root: string): readonly FoundPackage[] {
  const [group, artifact] = name.split(':');
  if (group === undefined || artifact === undefined) return [];
  const folder = join(localRepository(pathOf(folderUri), root), ...group.split('.'), artifact);
  return namesIn(folder)
    .filter((entry) => version === undefined || entry === version)
    .reverse()
    .flatMap((entry) => {
      const archive = join(folder, entry, `${artifact}-${entry}-sources.jar`);
      return isFile(archive) ? [{ uri: uriOf(archive), version: entry, parts: [{ kind: 'archive' as const, uri: uriOf(archive) }] }] : [];
    });
}

// Projects and people may have moved it.
function localRepository(folder: string, root: string): string {
  for (const outer of outwards(folder).filter((one) => isInside(root, one))) {
    const moved = /-Dmaven\.repo\.local=(\S+)/.exec(textAt(join(outer, '.mvn', 'maven.config')) ?? '')?.[1];
    if (moved !== undefined) return resolve(outer, moved);
  }
  const own = join(homedir(), '.m2');
  const setting = /<localRepository>\s*([^<\s]+)\s*<\/localRepository>/.exec(textAt(join(own, 'settings.xml')) ?? '')?.[1];
  return setting?.replaceAll('${user.home}', homedir()) ?? join(own, 'repository');
}
