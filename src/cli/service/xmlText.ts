// Text as it may stand in XML.

// Line breaks too: in an attribute or a command they would become spaces.
export function xmlText(text: string): string {
  return text.replace(/[<>&"'\r\n\t]/g, (character) => `&#${character.codePointAt(0)};`);
}
