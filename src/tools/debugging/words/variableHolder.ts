// Where a variable of a paused program is kept: the scope or the value that has it as a member.
import { variableNotFound } from '../../../ide/errors/debugErrors.ts';
import { frameMeant, type PausedSession } from './debugSession.ts';
import { scopesOf } from './debugValue.ts';

const MOST = 500;

export interface VariableHolder extends PausedSession {
  readonly reference: number;
}

// The innermost scope that has the name. Throws variable_not_found.
export async function holderOf(paused: PausedSession, name: string, index: number | undefined, signal: AbortSignal): Promise<VariableHolder> {
  const { frame } = await frameMeant(paused, index, signal);
  const known: string[] = [];
  for (const { reference, near } of await scopesOf(paused.session, frame, signal)) {
    const inside = await paused.session.children(reference, { start: 0, count: MOST }, signal);
    if (inside.some((value) => value.name === name)) return { ...paused, reference };
    if (near) known.push(...inside.map((value) => value.name));
  }
  throw variableNotFound(name, known.slice(0, 30));
}

// Of a path such as item.cents: what holds the last of its names.
export async function memberOf(paused: PausedSession, path: string, signal: AbortSignal): Promise<VariableHolder & { readonly member: string }> {
  const [first = '', ...rest] = path.split('.');
  let { reference } = await holderOf(paused, first, undefined, signal);
  let member = first;
  for (const name of rest) {
    const inside = await paused.session.children(reference, { start: 0, count: MOST }, signal);
    reference = inside.find((value) => value.name === member)?.reference ?? 0;
    const members = reference === 0 ? [] : await paused.session.children(reference, { start: 0, count: MOST }, signal);
    if (!members.some((value) => value.name === name)) throw variableNotFound(path, members.map((value) => value.name).slice(0, 30));
    member = name;
  }
  return { ...paused, reference, member };
}
