// XML as reports and manifests have it: elements, attributes and text, without namespaces and without entities of their own.

export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  // What stands directly in it.
  readonly text: string;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

interface Tag {
  readonly name: string;
  readonly attributes: Record<string, string>;
  readonly isEmpty: boolean;
  readonly end: number;
}

const NAME = /[\w:.-]+/y;
const SPACE = /\s*/y;
// Whoever reads the tree goes down into it; no report is as deep as a stack.
const DEEPEST = 1_000;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

// The outermost element; undefined for what is no XML. A file that was cut off in the middle gives what is there.
// It looks at each character a few times at most: reports are written by the programs of a project, and everybody waits for this thread.
export function parseXml(source: string): XmlElement | undefined {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [root];
  let from = 0;
  while (open.length <= DEEPEST) {
    const current = open.at(-1) ?? root;
    const start = source.indexOf('<', from);
    current.text += decoded(source.slice(from, start === -1 ? undefined : start));
    if (start === -1) break;
    if (source.startsWith('<![CDATA[', start)) {
      const end = source.indexOf(']]>', start);
      current.text += source.slice(start + '<![CDATA['.length, end === -1 ? undefined : end);
      from = end + ']]>'.length;
      if (end === -1) break;
    } else if (/[!?]/.test(source.charAt(start + 1))) {
      const end = endOfAside(source, start);
      if (end === undefined) break;
      from = end;
    } else if (source.charAt(start + 1) === '/') {
      const end = source.indexOf('>', start);
      if (end === -1) break;
      if (open.length > 1) open.pop();
      from = end + 1;
    } else {
      const tag = tagAt(source, start);
      if (tag === 'cut off') break;
      if (typeof tag === 'number') {
        current.text += source.slice(start, tag);
        from = tag;
        continue;
      }
      const element: OpenElement = { name: tag.name, attributes: tag.attributes, children: [], text: '' };
      current.children.push(element);
      if (!tag.isEmpty) open.push(element);
      from = tag.end;
    }
  }
  return root.children[0];
}

// All elements of this name, at any depth, in their order.
export function* elementsOf(element: XmlElement, name: string): Generator<XmlElement> {
  for (const child of element.children) {
    if (child.name === name) yield child;
    yield* elementsOf(child, name);
  }
}

export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name);
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

// Behind a comment, an instruction or a declaration, which may hold declarations in brackets; undefined where it does not end.
function endOfAside(source: string, start: number): number | undefined {
  if (source.startsWith('<!--', start)) return behind(source, '-->', start + '<!--'.length);
  if (source.startsWith('<?', start)) return behind(source, '?>', start);
  const end = source.indexOf('>', start);
  const bracket = source.slice(start, end === -1 ? undefined : end).indexOf('[');
  if (bracket === -1 || end === -1) return end === -1 ? undefined : end + 1;
  const closed = source.indexOf(']', start + bracket);
  return closed === -1 ? undefined : behind(source, '>', closed);
}

function behind(source: string, text: string, from: number): number | undefined {
  const at = source.indexOf(text, from);
  return at === -1 ? undefined : at + text.length;
}

// A number where no tag begins: what stands before it is text.
function tagAt(source: string, start: number): Tag | number | 'cut off' {
  let at = start + 1;
  const take = (expression: RegExp): string => {
    expression.lastIndex = at;
    const taken = expression.exec(source)?.[0] ?? '';
    at += taken.length;
    return taken;
  };
  const name = take(NAME);
  if (name === '') return at;
  const attributes: Record<string, string> = {};
  for (;;) {
    take(SPACE);
    if (at >= source.length) return 'cut off';
    if (source.startsWith('>', at)) return { name, attributes, isEmpty: false, end: at + 1 };
    if (source.startsWith('/>', at)) return { name, attributes, isEmpty: true, end: at + 2 };
    const attribute = take(NAME);
    take(SPACE);
    if (attribute === '' || !source.startsWith('=', at)) return at >= source.length ? 'cut off' : Math.max(at, start + 1);
    at += 1;
    take(SPACE);
    const quote = source.charAt(at);
    if (quote !== '"' && quote !== "'") return quote === '' ? 'cut off' : at;
    const end = source.indexOf(quote, at + 1);
    if (end === -1) return 'cut off';
    attributes[attribute] = decoded(source.slice(at + 1, end));
    at = end + 1;
  }
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-fA-F]{1,6})|(\w{1,10}));/g, (whole, decimal, hexadecimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hexadecimal, 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}
