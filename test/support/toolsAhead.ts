// Other people's programs, fetched beside the fast layer of a whole run: on a new machine the tests that need them would wait for each, one after another.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunnerVersion, triedVersions } from './runnerVersions.ts';
import { isToolName, type ToolName, testTool, toolNames } from './testTools.ts';

// What takes longest to fetch or build, so that it is there when the first test asks.
const FIRST: readonly ToolName[] = ['gopls', 'code-server', 'dlv', 'jest', 'clangd', 'debugpy', 'codelldb'];
// One builds or unpacks while another waits for the network.
const AT_A_TIME = 2;

// A tool that cannot be had is reported by the tests that need it.
export async function fetchAhead(
  names: readonly ToolName[] = toolsIn(testTexts(), triedVersions()),
  fetch: (name: ToolName) => Promise<unknown> = testTool,
): Promise<void> {
  const left = [...names];
  const lane = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await fetch(name).catch(() => undefined);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

// Tools that these texts name, and those of the versions that are tried; those that only benches use are not worth a download.
export function toolsIn(texts: readonly string[], versions: readonly RunnerVersion[]): readonly ToolName[] {
  const words = texts.flatMap((text) => [...text.matchAll(/'([\w.-]+)'/g)].map(([, word = '']) => word));
  const named = new Set([...words.filter(isToolName), ...versions.flatMap(({ tools }) => tools)]);
  return [...FIRST, ...toolNames.filter((name) => !FIRST.includes(name))].filter((name) => named.has(name));
}

function testTexts(): readonly string[] {
  const tests = fileURLToPath(new URL('..', import.meta.url));
  return readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !/^(?:support|workspaces)[\\/]/.test(path))
    .map((path) => readFileSync(join(tests, path), 'utf8'));
}
