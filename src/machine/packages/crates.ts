// Where a crate lies: vendored into the project, or unpacked in Cargo's registry.
import { homedir } from 'node:os';
import { join } from 'node:path';
import { pathOf, uriOf } from '../../base/files/fileUri.ts';
import { isInside } from '../../base/files/realFolder.ts';
import { variable } from '../../base/processes/environment.ts';
import type { FoundPackage, WantedPackage } from '../../ide/doors/packages.ts';
import { foldersBelow, isFile, outwards, textAt } from './disk.ts';

export function findCrate({ name, version, folderUri }: WantedPackage, root: string): readonly FoundPackage[] {
  const vendors = outwards(pathOf(folderUri))
    .filter((folder) => isInside(root, folder))
    .map((folder) => join(folder, 'vendor'));
  const registry = join(variable('CARGO_HOME') ?? join(homedir(), '.cargo'), 'registry', 'src');
  const isMeant = (entry: string) => entry === name || new RegExp(`^${name.replace(/[^\w-]/g, '\\$&')}-\\d`).test(entry);
  const folders = [...vendors.flatMap((folder) => foldersBelow(folder, isMeant)), ...foldersBelow(registry, () => true, isMeant).reverse()];
  return folders.flatMap((folder) => described(folder)).filter((found) => version === undefined || found.version === version);
}

function described(folder: string): FoundPackage[] {
  const manifest = join(folder, 'Cargo.toml');
  if (!isFile(manifest)) return [];
  const text = /^\[package\]([\s\S]*?)(?=^\[|$(?![\s\S]))/m.exec(textAt(manifest) ?? '')?.[1] ?? '';
  const field = (name: string) => new RegExp(`^${name}\\s*=\\s*"([^"]+)"`, 'm').exec(text)?.[1];
  const version = field('version');
  const repository = field('repository');
  return [{ uri: uriOf(folder), ...(version !== undefined && { version }), ...(repository !== undefined && { repository }) }];
}
