// What an agent finds in its environment: all that its person has set for it, and nothing that says it runs inside another agent.
import type { Environment } from '../../base/processes/minimalEnvironment.ts';

// Programs that are started for agents lose everything of these names; an agent itself needs what a person has set under them, such as its account.
const OF_AGENTS = /^(?:CLAUDE_CODE_|CODEX_|GEMINI_CLI_|COPILOT_)/i;
// Set by an agent for what it runs.
const OF_SESSIONS =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:ENTRYPOINT|SSE_PORT|SESSION_ID|SESSION_ACCESS_TOKEN|CHILD_SESSION)|CODEX_(?:SANDBOX.*|THREAD_ID)|COPILOT_CLI(?:_.*)?)$/i;

export function setByPerson(environment: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value !== undefined && OF_AGENTS.test(name) && !OF_SESSIONS.test(name) ? [[name, value]] : [])),
  );
}
