// binnacle agents --search: in which of the conversations that are kept something was said, and the line.
import { visibleText } from '../../base/text/visibleText.ts';
import { stateFolder } from '../../daemon/folders.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import type { SaidEntry } from '../../server/agents/agentShape.ts';
import { say, sayJson } from '../screen.ts';
import { AgentClient } from './agentClient.ts';

const MOST_OF_ONE = 5;
const LONGEST_LINE = 200;

interface Found {
  readonly id: string;
  readonly agent: string;
  readonly project: string;
  readonly started: string;
  // Of the entries in which they stand, in order.
  readonly lines: readonly { readonly number: number; readonly kind: SaidEntry['kind']; readonly line: string }[];
}

export async function searchConversations(words: string, { json }: { readonly json?: boolean }, program: string): Promise<void> {
  await onlyForPeople('binnacle agents --search', stateFolder());
  using client = await AgentClient.open(undefined, program);
  const found: Found[] = [];
  for (const { id } of (await client.list()).sessions.toReversed()) {
    const { session, entries } = await client.conversation(id);
    const lines = entries.flatMap((entry) => linesWith(words, entry).map((line) => ({ number: entry.number, kind: entry.kind, line })));
    if (lines.length > 0) found.push({ id, agent: session.agent, project: session.project, started: session.started, lines });
  }
  if (json) return sayJson({ conversations: found });
  if (found.length === 0) say('Nobody has said that in a conversation that is kept.');
  for (const { id, agent, project, started, lines } of found) {
    say(visibleText(`${id} ${agent} in ${project}, ${started.slice(0, 16).replace('T', ' ')}`));
    for (const { kind, line } of lines.slice(0, MOST_OF_ONE)) say(visibleText(`  ${kind}: ${line}`));
    if (lines.length > MOST_OF_ONE) say(`  and ${lines.length - MOST_OF_ONE} more`);
  }
}

// Whatever their case.
function linesWith(words: string, entry: SaidEntry): readonly string[] {
  const wanted = words.toLowerCase();
  return textsOf(entry)
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => {
      const at = line.toLowerCase().indexOf(wanted);
      return at < 0 ? [] : [line.slice(Math.max(0, at - LONGEST_LINE / 2), at + LONGEST_LINE).trim()];
    });
}

function textsOf(entry: SaidEntry): readonly string[] {
  switch (entry.kind) {
    case 'plan':
      return entry.steps.map(({ text }) => text);
    case 'tool':
      return [entry.title, entry.text, ...entry.diffs.flatMap(({ file, after }) => [file, after])];
    case 'stop':
      return [];
    default:
      return [entry.text];
  }
}
