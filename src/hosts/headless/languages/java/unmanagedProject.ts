// A project as Eclipse writes it, made in our cache: it links the folders of sources, so that jdt.ls knows them without running a build and without a file in the project.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathOf, uriOf } from '../../../../base/files/fileUri.ts';
import type { JavaFiles } from './sourceFolders.ts';

// The URI of the folder that it is in.
export function writeUnmanagedProject(workspace: string, { sources, libraries }: JavaFiles, java: number): string {
  const folder = join(workspace, 'project');
  mkdirSync(join(folder, '.settings'), { recursive: true });
  const linked = sources.map((uri, index) => ({ uri, name: `source${index}` }));
  const links = linked.map(({ uri, name }) => `<link><name>${name}</name><type>2</type><locationURI>${escaped(uri)}</locationURI></link>`);
  writeFileSync(
    join(folder, '.project'),
    `<?xml version="1.0" encoding="UTF-8"?>
<projectDescription><name>project</name><buildSpec><buildCommand><name>org.eclipse.jdt.core.javabuilder</name><arguments/></buildCommand></buildSpec>
<natures><nature>org.eclipse.jdt.core.javanature</nature></natures>
<linkedResources>${links.join('\n')}</linkedResources></projectDescription>
`,
  );
  const entries = linked.map(({ uri, name }) => {
    const inner = sources.filter((other) => other.startsWith(`${uri}/`)).map((other) => `${decodeURIComponent(other.slice(uri.length + 1))}/`);
    // They are one project here, which can be one module at most.
    return `<classpathentry kind="src" path="${name}" excluding="${escaped([...inner, '**/module-info.java'].join('|'))}"/>`;
  });
  const jars = libraries.map((uri) => `<classpathentry kind="lib" path="${escaped(pathOf(uri))}"/>`);
  writeFileSync(
    join(folder, '.classpath'),
    `<?xml version="1.0" encoding="UTF-8"?>
<classpath>${[...entries, ...jars].join('\n')}
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
