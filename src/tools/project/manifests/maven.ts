// Maven modules: pom.xml, with properties and managed versions from the poms around it that are in the project.
import { childOf, childrenOf, parseXml, type XmlElement } from '../../../base/text/xml.ts';
import type { Dependency, DependencyScope, Manifest, ReadManifest, ReadProjectText } from './manifest.ts';
import { inFolder, lastOf, outwards } from './manifest.ts';

export const readPom: ReadManifest = ({ path, folder, text }) => {
  const pom = rootOf(text);
  if (pom === undefined) return undefined;
  const properties = propertiesOf(pom);
  const say = (value: string | undefined) => filledIn(value ?? '', properties);
  return {
    ecosystem: 'maven',
    path,
    folder,
    name: textOf(pom, 'artifactId') ?? lastOf(folder),
    version: say(textOf(pom, 'version') ?? textOf(childOf(pom, 'parent'), 'version')) || undefined,
    members: childrenOf(childOf(pom, 'modules'), 'module').map(({ text: module }) => module.trim()),
    dependencies: childrenOf(childOf(pom, 'dependencies'), 'dependency').map((element): Dependency => {
      const wanted = say(textOf(element, 'version'));
      return {
        name: `${say(textOf(element, 'groupId'))}:${say(textOf(element, 'artifactId'))}`,
        wanted,
        scope: textOf(element, 'optional') === 'true' ? 'optional' : (SCOPES[textOf(element, 'scope') ?? ''] ?? 'runtime'),
        // A version that is written is exact, unless it is a range or comes from a pom elsewhere.
        ...(/^[^[(,$]+$/.test(wanted) && { resolved: wanted }),
      };
    }),
  };
};

const SCOPES: Readonly<Record<string, DependencyScope>> = { compile: 'runtime', runtime: 'runtime', provided: 'build', system: 'build', test: 'test' };

// Versions that the pom leaves to the dependency management of a parent in the project.
export async function resolveMaven(manifest: Manifest, readText: ReadProjectText): Promise<Map<string, string>> {
  const managed = new Map<string, string>();
  const properties = new Map<string, string>();
  for (const folder of outwards(manifest.folder)) {
    const pom = rootOf((await readText(inFolder(folder, 'pom.xml'))) ?? '');
    if (pom === undefined) continue;
    for (const [name, value] of propertiesOf(pom)) if (!properties.has(name)) properties.set(name, value);
    for (const element of childrenOf(childOf(childOf(pom, 'dependencyManagement'), 'dependencies'), 'dependency')) {
      const name = `${textOf(element, 'groupId')}:${textOf(element, 'artifactId')}`;
      if (!managed.has(name)) managed.set(name, textOf(element, 'version') ?? '');
    }
  }
  return new Map(
    manifest.dependencies.flatMap(({ name, wanted }): [string, string][] => {
      const version = filledIn(wanted === '' ? (managed.get(name) ?? '') : wanted, properties);
      return /^[^[(,$]+$/.test(version) ? [[name, version]] : [];
    }),
  );
}

function propertiesOf(pom: XmlElement): Map<string, string> {
  const own = (childOf(pom, 'properties')?.children ?? []).map(({ name, text }): [string, string] => [name, text.trim()]);
  const parent = childOf(pom, 'parent');
  const version = textOf(pom, 'version') ?? textOf(parent, 'version') ?? '';
  const group = textOf(pom, 'groupId') ?? textOf(parent, 'groupId') ?? '';
  return new Map([...own, ['project.version', version], ['project.groupId', group], ['project.parent.version', textOf(parent, 'version') ?? '']]);
}

// A property may be made of others, never of itself; what is unknown stays as it is written.
function filledIn(text: string, properties: ReadonlyMap<string, string>, depth = 0): string {
  return text.replace(/\$\{([^}]+)\}/g, (whole, name: string) => {
    const value = properties.get(name);
    return value === undefined || depth > 5 ? whole : filledIn(value, properties, depth + 1);
  });
}

function rootOf(text: string): XmlElement | undefined {
  const root = parseXml(text);
  return root?.name === 'project' ? root : undefined;
}

function textOf(element: XmlElement | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim();
}
