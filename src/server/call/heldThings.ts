// Which debug session and which terminal a call would move, as far as its arguments and what is open say it.
import { seconds } from '../../base/waiting/duration.ts';
import type { Progress } from '../../ide/doors/languages.ts';
import { cancelled, IdeError } from '../../ide/errors/errors.ts';
import type { Ide } from '../../ide/ide.ts';
import { sessionMeant } from '../../tools/debugging/words/debugSession.ts';
import type { Tool } from '../../tools/tool.ts';
import type { HeldThing, Holds } from '../clients/holds.ts';

const BETWEEN_WORDS = seconds(10);

// With the sessions that the one was started by: who holds a program holds what it starts.
export function thingsMoved(tool: Tool, input: Readonly<Record<string, unknown>>, ide: Ide, owner: string | undefined): readonly HeldThing[] {
  if (tool.effect === 'reads') return [];
  const project = ide.project.path;
  return [
    ...sessionsMoved(tool, textIn(input, 'session_id'), ide, owner).map((id) => ({ kind: 'session' as const, id, project })),
    ...terminalsMoved(textIn(input, 'terminal_id'), 'terminal_id' in tool.input.shape ? textIn(input, 'name') : undefined, ide).map((id) => ({
      kind: 'terminal' as const,
      id,
      project,
    })),
  ];
}

// Waits, without a turn, until a person hands back what this call would move. Returns what they said.
export async function atTheHelm(holds: Holds | undefined, moved: readonly HeldThing[], progress: Progress, signal: AbortSignal): Promise<readonly string[]> {
  if (holds === undefined || moved.length === 0) return [];
  const remind = () => progress('waits for the person who holds it to hand it back');
  const isHeld = holds.isHeld(moved);
  if (isHeld) remind();
  // Clients give up on a call that says nothing for a while.
  const reminder = isHeld ? setInterval(remind, BETWEEN_WORDS) : undefined;
  try {
    return await holds.handedBack(moved, signal, cancelled);
  } finally {
    clearInterval(reminder);
  }
}

function sessionsMoved(tool: Tool, named: string | undefined, ide: Ide, owner: string | undefined): readonly string[] {
  const { debugging } = ide;
  if (debugging === undefined || !('session_id' in tool.input.shape)) return [];
  const all = debugging.sessions();
  const found: string[] = [];
  let id: string | undefined;
  try {
    id = sessionMeant({ ide: { ...ide, debugging }, owner }, named).id;
  } catch (error) {
    // The tool itself says which there are.
    if (error instanceof IdeError) return [];
    throw error;
  }
  while (id !== undefined && !found.includes(id)) {
    found.push(id);
    const current: string = id;
    id = all.find((session) => session.id === current)?.parent;
  }
  return found;
}

// Terminals are named by their titles too.
function terminalsMoved(id: string | undefined, name: string | undefined, ide: Ide): readonly string[] {
  const given = id ?? name;
  if (given === undefined) return [];
  return (ide.terminals?.list() ?? []).filter((terminal) => terminal.id === given || terminal.title === given).map((terminal) => terminal.id);
}

function textIn(input: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = input[key];
  return typeof value === 'string' ? value : undefined;
}
