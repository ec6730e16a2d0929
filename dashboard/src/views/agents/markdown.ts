// Markdown as agents write it, taken apart: only what reads better for it. HTML is text, links and images are their words and their address.

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'code'; readonly language: string; readonly text: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly { readonly depth: number; readonly mark: string; readonly text: string }[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'quote' | 'paragraph'; readonly text: string }
  | { readonly kind: 'rule' };

export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly parts: readonly Inline[] }
  // isImage: nothing is loaded.
  | { readonly kind: 'link'; readonly text: string; readonly address: string; readonly isImage: boolean };

const FENCE = /^ {0,3}(`{3,}|~{3,})([^`]*)$/;
const ITEM = /^( {0,24})([-*+]|\d{1,9}[.)]) +(.*)$/;
const DEEPEST = 6;
const DEEPEST_INLINE = 3;

export function blocksOf(text: string): readonly Block[] {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const blocks: Block[] = [];
  let paragraph: string[] = [];
  const close = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') });
    paragraph = [];
  };
  let at = 0;
  // As many lines as there are that fit.
  const taken = (fits: (line: string) => boolean) => {
    const from = at;
    while (at < lines.length && fits(lines[at] ?? '')) at += 1;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    const heading = /^ {0,3}(#{1,6}) +(.*?)(?: +#+)?$/.exec(line.slice(0, 1_000));
    if (fence !== null) {
      close();
      at += 1;
      const mark = fence[1] ?? '';
      const code = taken((each) => !(each.trimStart().startsWith(mark) && each.trim() === (mark[0] ?? '').repeat(each.trim().length)));
      // One that is not closed yet is still being written.
      at += 1;
      blocks.push({ kind: 'code', language: (fence[2] ?? '').trim().slice(0, 40), text: code.join('\n') });
    } else if (heading !== null && line.length <= 1_000) {
      close();
      at += 1;
      blocks.push({ kind: 'heading', level: heading[1]?.length ?? 1, text: heading[2] ?? '' });
    } else if (/^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/.test(line.slice(0, 200)) && line.length < 200) {
      close();
      at += 1;
      blocks.push({ kind: 'rule' });
    } else if (/^ {0,3}>/.test(line)) {
      close();
      blocks.push({
        kind: 'quote',
        text: taken((each) => /^ {0,3}>/.test(each))
          .map((each) => each.replace(/^ {0,3}> ?/, ''))
          .join('\n'),
      });
    } else if (ITEM.test(line) && !(paragraph.length > 0 && /^\d/.test(line) && !/^1[.)]/.test(line))) {
      close();
      const items = taken((each) => ITEM.test(each) || /^ {2,}\S/.test(each));
      blocks.push({ kind: 'list', isOrdered: /^\s*\d/.test(line), items: itemsOf(items) });
    } else if (line.startsWith('|') && /^\|[-:| ]+\|?\s*$/.test((lines[at + 1] ?? '').slice(0, 1_000))) {
      close();
      const rows = taken((each) => each.startsWith('|'));
      blocks.push({ kind: 'table', rows: rows.filter((_, index) => index !== 1).map(cellsOf) });
    } else {
      if (line.trim() === '') close();
      else paragraph.push(line);
      at += 1;
    }
  }
  close();
  return blocks;
}

function itemsOf(lines: readonly string[]): Extract<Block, { kind: 'list' }>['items'] {
  const items: { depth: number; mark: string; text: string }[] = [];
  for (const line of lines) {
    const [, indent = '', mark = '', text = ''] = ITEM.exec(line) ?? [];
    const last = items.at(-1);
    if (mark === '' && last !== undefined) last.text += `\n${line.trim()}`;
    else items.push({ depth: Math.min(DEEPEST, Math.floor(indent.length / 2)), mark: /\d/.test(mark) ? mark : '•', text: mark === '' ? line.trim() : text });
  }
  return items;
}

function cellsOf(line: string): readonly string[] {
  return line
    .replace(/^\|/, '')
    .replace(/\|\s*$/, '')
    .split('|')
    .slice(0, 50)
    .map((cell) => cell.trim());
}

// Looks at each character a fixed number of times, however it is nested.
export function inlineOf(text: string, depth = 0): readonly Inline[] {
  const parts: Inline[] = [];
  const next = finder(text);
  let from = 0;
  let at = 0;
  const plain = (end: number) => {
    if (end > from) parts.push({ kind: 'text', text: text.slice(from, end) });
  };
  const take = (part: Inline, end: number) => {
    plain(at);
    parts.push(part);
    at = end;
    from = end;
  };
  while (at < text.length) {
    const character = text[at];
    if (character === '\\' && /[\\`*_[\]!#|<>-]/.test(text[at + 1] ?? '')) {
      plain(at);
      from = at + 1;
      at += 2;
    } else if (character === '`') {
      const mark = text[at + 1] === '`' ? '``' : '`';
      const end = next(mark, at + mark.length);
      if (end > at + mark.length) take({ kind: 'code', text: text.slice(at + mark.length, end) }, end + mark.length);
      else at += mark.length;
    } else if (character === '*' && depth < DEEPEST_INLINE) {
      const mark = text[at + 1] === '*' ? '**' : '*';
      const start = at + mark.length;
      const end = next(mark, start);
      const isMeant = end > start && !/\s/.test(text[start] ?? '') && !/\s/.test(text[end - 1] ?? '');
      if (isMeant) take({ kind: mark === '**' ? 'strong' : 'emphasis', parts: inlineOf(text.slice(start, end), depth + 1) }, end + mark.length);
      else at = start;
    } else if (character === '[') {
      const isImage = at > from && text[at - 1] === '!';
      const middle = next('](', at + 1);
      const end = middle < 0 ? -1 : next(')', middle + 2);
      if (end < 0 || middle - at > 1_000 || end - middle > 4_000) at += 1;
      else {
        const link: Inline = { kind: 'link', text: text.slice(at + 1, middle), address: text.slice(middle + 2, end), isImage };
        if (isImage) at -= 1;
        take(link, end + 1);
      }
    } else at += 1;
  }
  plain(text.length);
  return parts;
}

// Where each mark comes next; what was found is asked for again by everybody who stands before it.
function finder(text: string): (mark: string, from: number) => number {
  const known = new Map<string, number>();
  return (mark, from) => {
    const last = known.get(mark);
    if (last !== undefined && (last === -1 || last >= from)) return last;
    const found = text.indexOf(mark, from);
    known.set(mark, found);
    return found;
  };
}
