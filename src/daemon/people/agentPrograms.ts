// Whether a process was started by an agent of the command line that we did not start: by the programs above it and the marks that agents leave.
import { readFileSync } from 'node:fs';
import { withAncestors } from '../../base/processes/ancestors.ts';
import { commandWords } from '../../base/processes/commandWords.ts';

// As their programs or packages are called. A rule of thumb against accidents and talked-over agents, not a wall: whoever wants to can be called otherwise.
const AGENTS = /^(?:claude|codex|gemini|opencode|copilot|aider|cursor-agent|goose|qwen|auggie|kiro-cli|openhands|plandex)$/i;
const PACKAGES = /[\\/](?:claude-code|codex|gemini-cli|opencode(?:-ai)?|copilot|aider(?:_chat)?|cursor-agent|qwen-code|amp)[\\/]/i;
// They run what is written in another language, so that the program is the word after.
const INTERPRETERS = /^(?:node|nodejs|bun|deno|python[\d.]*|ruby|uv|uvx|npx|npm|MainThread)$/i;
// What agents set for everything they run.
const AGENT_VARIABLES = ['CLAUDECODE', 'GEMINI_CLI', 'OPENCODE', 'CODEX_SANDBOX', 'CODEX_THREAD_ID', 'CURSOR_AGENT', 'COPILOT_CLI', 'QWEN_CODE'] as const;

// Its name, or undefined. The process itself does not count.
export async function agentAbove(pid: number): Promise<string | undefined> {
  const [self, ...above] = await withAncestors(pid);
  if (self !== undefined && marksOnLinux(self.pid)) return 'an agent of the command line';
  const words = await commandWords(above.map((each) => each.pid));
  for (const each of above) {
    const found = agentIn(words.get(each.pid) ?? [each.name]) ?? agentIn([each.name]);
    if (found !== undefined) return found;
  }
  return undefined;
}

// Which agent a command starts.
export function agentIn([program = '', ...words]: readonly string[]): string | undefined {
  const name = baseName(program);
  if (!INTERPRETERS.test(name)) return AGENTS.test(name) ? name : undefined;
  const script = words.find((word) => !word.startsWith('-'));
  if (script === undefined) return undefined;
  if (AGENTS.test(baseName(script))) return baseName(script);
  return PACKAGES.exec(script.replace(/(?<=[\\/])@[\w-]+[\\/]/, ''))?.[0].replaceAll(/[\\/]/g, '');
}

function baseName(path: string): string {
  return (path.split(/[\\/]/).at(-1) ?? path).replace(/\.(?:exe|cmd|bat|[cm]?js|py)$/i, '');
}

// Only Linux shows the environment with which another process was started.
function marksOnLinux(pid: number): boolean {
  if (process.platform !== 'linux') return false;
  try {
    const names = readFileSync(`/proc/${pid}/environ`, 'utf8')
      .split('\0')
      .map((each) => each.split('=')[0]);
    return AGENT_VARIABLES.some((name) => names.includes(name));
  } catch {
    return false;
  }
}
