// Projects as Eclipse writes them, made in our cache: they link the folders of sources, so that jdt.ls knows them without running a build and without a file in the project.
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import { separateProjects } from './namesakes.ts';
import type { JavaFiles } from './sourceFolders.ts';

const FIRST = 'project';

// The URIs of the folders that they are in.
export function writeUnmanagedProjects(workspace: string, files: JavaFiles, java: number): readonly string[] {
  return separateProjects(files).map((own, index) => writeProject(join(workspace, index === 0 ? FIRST : `${FIRST}${index}`), own, files, java));
}

function writeProject(folder: string, own: readonly string[], { sources, libraries }: JavaFiles, java: number): string {
  const name = basename(folder);
  mkdirSync(join(folder, '.settings'), { recursive: true });
  const linked = own.map((uri, index) => ({ uri, name: `source${index}` }));
  const links = linked.map(({ uri, name }) => `<link><name>${name}</name><type>2</type><locationURI>${escaped(uri)}</locationURI></link>`);
  writeFileSync(
    join(folder, '.project'),
    `<?xml version="1.0" encoding="UTF-8"?>
<projectDescription><name>${name}</name><buildSpec><buildCommand><name>org.eclipse.jdt.core.javabuilder</name><arguments/></buildCommand></buildSpec>
<natures><nature>org.eclipse.jdt.core.javanature</nature></natures>
<linkedResources>${links.join('\n')}</linkedResources></projectDescription>
`,
  );
  const entries = linked.map(({ uri, name }) => {
    const inner = sources.filter((other) => other.startsWith(`${uri}/`)).map((other) => `${decodeURIComponent(other.slice(uri.length + 1))}/`);
    // They are one project here, which can be one module at most.
    return `<classpathentry kind="src" path="${name}" excluding="${escaped([...inner, '**/module-info.java'].join('|'))}"/>`;
  });
  // After its own classes, so that of several with one name it means its own.
  const others = name === FIRST ? [] : [`<classpathentry combineaccessrules="false" kind="src" path="/${FIRST}"/>`];
  const jars = libraries.map((uri) => `<classpathentry kind="lib" path="${escaped(pathOf(uri))}"/>`);
  writeFileSync(
    join(folder, '.classpath'),
    `<?xml version="1.0" encoding="UTF-8"?>
<classpath>${[...entries, ...others, ...jars].join('\n')}
<classpathentry kind="con" path="org.eclipse.jdt.launching.JRE_CONTAINER"/><classpathentry kind="output" path="bin"/></classpath>
`,
  );
  const level = java <= 8 ? `1.${java}` : String(java);
  const options = ['source', 'compliance', 'codegen.targetPlatform'].map((name) => `org.eclipse.jdt.core.compiler.${name}=${level}`);
  writeFileSync(join(folder, '.settings', 'org.eclipse.jdt.core.prefs'), `eclipse.preferences.version=1\n${options.join('\n')}\n`);
  writeFileSync(join(folder, '.settings', 'org.eclipse.core.resources.prefs'), 'eclipse.preferences.version=1\nencoding/<project>=UTF-8\n');
  return uriOf(folder);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
