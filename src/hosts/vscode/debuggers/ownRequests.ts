// Which requests to a debugger are ours: a person's come the same way, may be the same, and may overtake ours.

// Debuggers leave members that they do not know alone, should VS Code show a tracker something else than what it sends.
const MARK = '__askedByBinnacle';

export function marked(given: unknown): object {
  return { ...(typeof given === 'object' ? given : {}), [MARK]: true };
}

// Whether it is ours; it has no mark any more.
export function takeMark(message: unknown): boolean {
  if (typeof message !== 'object' || message === null || !('arguments' in message)) return false;
  const { arguments: given } = message;
  if (typeof given !== 'object' || given === null || !(MARK in given)) return false;
  return Reflect.deleteProperty(given, MARK);
}
