// The scripted agent under the name of a real one, first on the PATH of a home.
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Home } from './builtProgram.ts';

// variables: what it finds besides, such as that it wants a login.
export async function installScriptedAgent(home: Home, name: string, variables: Readonly<Record<string, string>> = {}): Promise<void> {
  const set = Object.entries(variables).map(([variable, value]) => `${variable}='${value}' `);
  await installProgram(home, name, `${set.join('')}exec "${process.execPath}" "${fileURLToPath(new URL('scriptedAgent.mjs', import.meta.url))}" "$@"`);
}

// A line for the shell.
export async function installProgram(home: Home, name: string, line: string): Promise<void> {
  const folder = join(home.folder, 'bin');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, name), `#!/bin/sh\n${line}\n`);
  await chmod(join(folder, name), 0o755);
  const path = home.environment['PATH'] ?? '';
  if (!path.startsWith(`${folder}${delimiter}`)) home.environment['PATH'] = `${folder}${delimiter}${path}`;
}

// So that nobody has to be asked.
export async function allowStartingAgents(home: Home): Promise<void> {
  const configuration = join(home.environment['XDG_CONFIG_HOME'] ?? '', 'binnacle');
  await mkdir(configuration, { recursive: true });
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ tools: { start_agent: 'allow' } }));
}
