// binnacle agents --export: a conversation that is kept as a file for people, or for machines.
import { stateFolder } from '../../daemon/folders.ts';
import { onlyForPeople } from '../../daemon/people/lineage.ts';
import type { SaidEntry, ShownSession } from '../../server/agents/agentShape.ts';
import { say, sayJson } from '../screen.ts';
import { AgentClient } from './agentClient.ts';

export async function exportConversation(id: string, { json }: { readonly json?: boolean }, program: string): Promise<void> {
  await onlyForPeople('binnacle agents', stateFolder());
  using client = await AgentClient.open(undefined, program);
  const conversation = await client.conversation(id);
  if (json) sayJson(conversation);
  else say(markdownOf(conversation.session, conversation.entries));
}

function markdownOf({ agent, project, started }: ShownSession, entries: readonly SaidEntry[]): string {
  return [`# ${agent} in ${project}, ${started.slice(0, 16).replace('T', ' ')}`, ...entries.map(wordsOf).filter((words) => words !== '')].join('\n\n');
}

function wordsOf(entry: SaidEntry): string {
  switch (entry.kind) {
    case 'prompt':
      return `## ${entry.by === '' ? 'you' : entry.by}\n\n${entry.text}`;
    case 'message':
      return entry.text;
    case 'thought':
      return quoted(entry.text);
    case 'plan':
      return entry.steps.map(({ text, status }) => `- [${status === 'completed' ? 'x' : ' '}] ${text}`).join('\n');
    case 'notice':
      return `*${entry.text}*`;
    case 'stop':
      return entry.reason === 'end_turn' ? '' : `*stopped: ${entry.reason}*`;
    case 'tool':
      return [
        `**${entry.title === '' ? entry.does : entry.title}** (${entry.status})`,
        ...entry.diffs.map(({ file, after }) => `${file}\n\n${fenced(after)}`),
        ...(entry.text === '' ? [] : [fenced(entry.text)]),
      ].join('\n\n');
  }
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

// Longer than any fence in it.
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
