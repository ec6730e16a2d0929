// Maven modules: pom.xml, with properties and managed versions from the poms around it that are in the project.
import type { Dependency, Manifest, ReadManifest, ReadText, Scope } from './manifest.ts';
import { inFolder, lastOf, outwards } from './manifest.ts';

interface Element {
  readonly name: string;
  readonly children: Element[];
  text: string;
}

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

const SCOPES: Readonly<Record<string, Scope>> = { compile: 'runtime', runtime: 'runtime', provided: 'build', system: 'build', test: 'test' };

// Versions that the pom leaves to the dependency management of a parent in the project.
export async function resolveMaven(manifest: Manifest, readText: ReadText): Promise<Map<string, string>> {
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

function propertiesOf(pom: Element): Map<string, string> {
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

const TOKEN = /<!--[\s\S]*?-->|<!\[CDATA\[[\s\S]*?\]\]>|<\?[\s\S]*?\?>|<!\w[^>]*>|<(\/?)([\w:.-]+)[^>]*?(\/?)>|[^<]+/g;

// Elements and their text are all that a pom is made of.
function rootOf(text: string): Element | undefined {
  const document: Element = { name: '', children: [], text: '' };
  const open = [document];
  for (const [token, closes, name, empty] of text.matchAll(TOKEN)) {
    const inner = open.at(-1) ?? document;
    if (name === undefined) {
      if (!token.startsWith('<')) inner.text += token;
    } else if (closes === '/') {
      if (open.length > 1) open.pop();
    } else {
      const element: Element = { name, children: [], text: '' };
      inner.children.push(element);
      if (empty !== '/') open.push(element);
    }
  }
  return childOf(document, 'project');
}

function childOf(element: Element | undefined, name: string): Element | undefined {
  return element?.children.find((child) => child.name === name);
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function textOf(element: Element | undefined, name: string): string | undefined {
  return childOf(element, name)?.text.trim();
}
