// A call whose arguments fit, for tests that run a tool without a server around it.
import type { ParsedToolCall, Tool } from '../../src/tools/tool.ts';

export function parsedFor(tool: Tool, given: Record<string, unknown>): ParsedToolCall {
  const parsed = tool.parse(given);
  if ('issues' in parsed) throw new TypeError(`${tool.name}: ${JSON.stringify(parsed.issues)}`);
  return parsed;
}
