// What a terminal says by itself when a program asks it something, as opposed to what a person types.

// Where the cursor is, what kind of terminal it is, which colours and modes it has; with pictures of the two characters that control.
const ANSWER = /^(?:␛\[[?>=]?[\d;]*(?:[cRn]|\$y)|␛\][\d;]*(?:rgb:[\da-f/]+)?(?:␇|␛\\)|␛P[^␛]*␛\\|␛\[[IO])+$/;

export function isTerminalsAnswer(text: string): boolean {
  return ANSWER.test(text.replaceAll('\u001b', '␛').replaceAll('\u0007', '␇'));
}
