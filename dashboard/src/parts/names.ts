// Names of clients and folders as a line has room for them.

// Without the version.
export function shortClient(client: string): string {
  return client.replace(/[ /]v?\d[\w.+-]*$/, '');
}

export function lastPart(path: string): string {
  return (
    path
      .split(/[\\/]/)
      .filter((part) => part !== '')
      .at(-1) ?? ''
  );
}

// A caption beside the name of its tool does not say it again: "Read file cart.ts" is cart.ts there.
export function subjectOf(tool: string, caption = ''): string {
  const words = tool.replaceAll('_', ' ');
  const [said, rest] = [caption.slice(0, words.length), caption.slice(words.length)];
  return said.toLowerCase() === words.toLowerCase() && /^(\s|$)/.test(rest) ? rest.trim() : caption;
}

// A line has room for so much.
const LONG = 48;
// Nothing but a file, or what is done to it: folders in a command are part of what it does.
const DEEP = /^((?:(?:write|edit|change|read|open|format) )?\/?[^\s/]+\/)(?:[^\s/]+\/){2,}([^\s/]+)$/i;

// In a row the name of a file counts more than the folders above it: src/…/cart.ts. Where it is opened, it stands whole.
export function withShortPath(text: string): string {
  return text.length <= LONG ? text : text.replace(DEEP, '$1…/$2');
}
