// Which call of the history a tool call in a conversation is: the agent has ids of its own, so it is found by its name and its time.
import type { CallRow } from '../../../../src/dashboard/protocol/rows.ts';
import type { ShownToolCall } from '../../../../src/dashboard/protocol/shownConversations.ts';

// Agents report a call before or after they make it.
const APART = 30_000;

export function callOf({ title, time }: Pick<ShownToolCall, 'title' | 'time'>, calls: readonly CallRow[]): CallRow | undefined {
  const at = Date.parse(time);
  const near = calls
    .filter((call) => title.includes(call.tool) && Math.abs(Date.parse(call.time) - at) < APART)
    .map((call) => ({ call, apart: Math.abs(Date.parse(call.time) - at) }))
    .sort((a, b) => a.apart - b.apart);
  return near[0]?.call;
}
