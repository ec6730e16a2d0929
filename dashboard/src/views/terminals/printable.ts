// What a program printed, without the characters that would turn its text around on the screen.

// Marks, embeddings, overrides and isolates. They take no room, so nothing moves where they are missing.
const BIDI = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

export function printable(text: string): string {
  return text.replace(BIDI, '');
}
