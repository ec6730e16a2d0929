// The part of YAML that programs write into lock and workspace files: maps by indentation, lists of words, and nothing else.

export interface IndentedMap {
  [key: string]: string | string[] | IndentedMap;
}

const ENTRY = /^( *)(?:"([^"]+)"|'([^']+)'|([^\s'"#][^:]*?)):(?:\s+(.*))?$/;
const ITEM = /^\s*-\s+(.*)$/;

export function parseIndented(text: string): IndentedMap {
  const root: IndentedMap = {};
  const open: { indent: number; map: IndentedMap }[] = [{ indent: -1, map: root }];
  // The key that was written last, and in which map: a list behind it is its value.
  let last: { map: IndentedMap; key: string } | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, item] = ITEM.exec(line) ?? [];
    if (item !== undefined && last !== undefined) {
      const list = last.map[last.key];
      if (Array.isArray(list)) list.push(scalar(item));
      else last.map[last.key] = [scalar(item)];
      continue;
    }
    const [, spaces, double, single, plain, value] = ENTRY.exec(line) ?? [];
    const key = double ?? single ?? plain;
    if (spaces === undefined || key === undefined) continue;
    while ((open.at(-1)?.indent ?? -1) >= spaces.length) open.pop();
    const { map } = open.at(-1) ?? { map: root };
    last = { map, key };
    if (value === undefined || value.startsWith('#')) {
      const inner: IndentedMap = {};
      map[key] = inner;
      open.push({ indent: spaces.length, map: inner });
    } else {
      map[key] = scalar(value);
    }
  }
  return root;
}

function scalar(text: string): string {
  const [, double, single] = /^(?:"([^"]*)"|'([^']*)')/.exec(text) ?? [];
  return double ?? single ?? text.replace(/\s+#.*$/, '').trim();
}
