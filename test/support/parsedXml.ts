// The elements of a small XML document that hold text, in order; a document that is not well-formed is an error.

export interface TextElement {
  readonly name: string;
  readonly text: string;
}

export function parsedXml(text: string): TextElement[] {
  const open: { name: string; text: string; isLeaf: boolean }[] = [];
  const found: TextElement[] = [];
  const body = text.replace(/^<\?xml[^?]*\?>\s*(<!DOCTYPE[^>]*>\s*)?/, '');
  for (const [part, closing, name = '', empty] of body.matchAll(/<(\/?)([A-Za-z]+)(?:\s+[\w:]+="[^"<]*")*\s*(\/?)>|[^<]+|</g)) {
    const innermost = open.at(-1);
    if (part === '<') throw new Error(`a < that begins nothing, in ${innermost?.name ?? 'the document'}`);
    if (name === '') {
      if (/&(?!#\d+;)/.test(part)) throw new Error(`an & that is none: ${part}`);
      if (innermost !== undefined) innermost.text += part.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
    } else if (closing === '/') {
      const ended = open.pop();
      if (ended?.name !== name) throw new Error(`</${name}> ends ${ended?.name ?? 'nothing'}`);
      if (ended.isLeaf) found.push({ name, text: ended.text });
    } else {
      if (innermost !== undefined) innermost.isLeaf = false;
      if (empty !== '/') open.push({ name, text: '', isLeaf: true });
    }
  }
  if (open.length > 0) throw new Error(`${open.map((each) => each.name).join(', ')} without an end`);
  return found;
}
