// Who let a program go on last, where that was not the one who asks.
import type { DebugMove, DebugSession } from '../../../ide/doors/debugging.ts';
import type { ProjectContext } from '../../tool.ts';

// Where somebody else let it go on since, it does not stand where the caller has left it.
export function movedBy({ author }: ProjectContext<'debugging'>, { lastMove }: DebugSession): readonly string[] {
  if (lastMove === undefined || lastMove.by === author) return [];
  return [`Moved last by ${lastMove.by}: ${MOVES[lastMove.did]}.`];
}

const MOVES: Readonly<Record<DebugMove['did'], string>> = {
  continue: 'let it run on',
  over: 'stepped over a line',
  into: 'stepped into a call',
  out: 'stepped out of a function',
  line: 'let it run to a line',
  pause: 'paused it',
};
