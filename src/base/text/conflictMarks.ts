// Where a merge could not tell whose lines are right, both stand in the text between marks, as git writes them.

// The person's side; the other has the name of a conversation.
export const PERSONS_SIDE = 'yours';

export function holdsConflict(text: string): boolean {
  return text.includes(`<<<<<<< ${PERSONS_SIDE}`) && CONFLICT.test(text);
}

const CONFLICT = new RegExp(`^<{7} ${PERSONS_SIDE}\\r?\\n[^]*?^={7}\\r?\\n[^]*?^>{7} \\S+`, 'm');
