// XML as test and coverage reports have it: elements, attributes and text, without namespaces and without entities of their own.

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

const TOKEN =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^>[]*(?:\[[\s\S]*?\])?[^>]*>|<\/([\w:.-]+)\s*>|<([\w:.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

// The outermost element; undefined for what is no XML. A file that was cut off in the middle gives what is there.
export function parseXml(source: string): XmlElement | undefined {
  const root: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const open: OpenElement[] = [root];
  let from = 0;
  for (const token of source.matchAll(TOKEN)) {
    const [whole, data, closing, opening, attributes = '', empty] = token;
    const current = open.at(-1) ?? root;
    current.text += decoded(source.slice(from, token.index));
    from = token.index + whole.length;
    if (data !== undefined) current.text += data;
    else if (closing !== undefined) {
      if (open.length > 1) open.pop();
    } else if (opening !== undefined) {
      const element: OpenElement = { name: opening, attributes: {}, children: [], text: '' };
      for (const [, name = '', double, single] of attributes.matchAll(ATTRIBUTE)) element.attributes[name] = decoded(double ?? single ?? '');
      current.children.push(element);
      if (empty === '') open.push(element);
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

export function childOf(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d+)|#x([\da-fA-F]+)|(\w+));/g, (whole, decimal, hexadecimal, name) => {
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    if (hexadecimal !== undefined) return String.fromCodePoint(Number.parseInt(hexadecimal, 16));
    return ENTITIES[name] ?? whole;
  });
}
