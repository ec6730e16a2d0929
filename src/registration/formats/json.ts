// Edits of JSON with comments that leave every other byte as it is: only the text of what is set, added or taken out changes.
import { isDeepStrictEqual } from 'node:util';
import { createScanner, getNodeValue, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { isRecord } from '../../base/isRecord.ts';
import { configurationBroken } from '../../ide/errors/registrationErrors.ts';
import type { EntryChange } from './format.ts';
import { lineAt } from './lines.ts';

type Path = readonly string[];

// The kinds of tokens, which the scanner numbers and its package exports for other compilers only.
const COMMA = 5;
const LINE_COMMENT = 12;
const BLOCK_COMMENT = 13;
const BLANKS = 15;
const END = 17;

// Throws where it is broken, because an edit of what cannot be read would guess.
export function readJson(text: string, file: string): unknown {
  // Many times faster, and most files are plain JSON.
  const plain = plainJson(text);
  if (isRecord(plain)) return plain;
  const root = treeOf(text, file);
  return root === undefined ? {} : plainValue(root);
}

function idOf(item: Node): unknown {
  const value = plainValue(item);
  return isRecord(value) ? value['id'] : undefined;
}

// Its objects have no prototype where the package makes them, and no object with one is equal to them.
function plainValue(node: Node): unknown {
  return structuredClone(getNodeValue(node));
}

function plainJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function withJsonEntry(text: string, entry: Path, change: EntryChange, file: string): string {
  const root = treeOf(text, file);
  if (nodeIn(root, entry) === undefined) return added(text, root, entry, { ...change.set, ...change.usual }, file);
  let edited = text;
  for (const name of change.drop) edited = withoutJsonMember(edited, [...entry, name], file);
  for (const [name, value] of Object.entries(change.set)) edited = withValue(edited, [...entry, name], value, file);
  for (const [name, value] of Object.entries(change.usual)) {
    if (valueAt(edited, [...entry, name], file) === undefined) edited = withValue(edited, [...entry, name], value, file);
  }
  return edited;
}

// The member, wherever and however often it stands. Containers above it stay.
export function withoutJsonMember(text: string, path: Path, file: string): string {
  let edited = text;
  for (;;) {
    const property = propertyAt(edited, path, file);
    if (property === undefined) return edited;
    edited = withoutChild(edited, property);
  }
}

// An item of a list; the list is made if need be.
export function withJsonItem(text: string, list: Path, item: Readonly<Record<string, unknown>>, file: string): string {
  const root = treeOf(text, file);
  const found = nodeIn(root, list);
  if (found === undefined) return added(text, root, list, [item], file);
  if (found.type !== 'array') throw configurationBroken(file, lineAt(text, found.offset), `${list.join('.')} is not a list`);
  const same = found.children?.find((child) => idOf(child) === item['id']);
  if (same === undefined) return withChild(text, found, (style) => printed(item, style));
  return isDeepStrictEqual(plainValue(same), item) ? text : replaced(text, same, item);
}

export function withoutJsonItem(text: string, list: Path, id: string, file: string): string {
  const found = nodeAt(text, list, file);
  const item = found?.type === 'array' ? found.children?.find((child) => idOf(child) === id) : undefined;
  return item === undefined ? text : withoutChild(text, item);
}

export function isEmptyJson(text: string, path: Path, file: string): boolean {
  const found = nodeAt(text, path, file);
  return found !== undefined && (found.children?.length ?? 0) === 0 && lastComment(text, found.offset + 1, found.offset + found.length - 1) === undefined;
}

function valueAt(text: string, path: Path, file: string): unknown {
  const node = nodeAt(text, path, file);
  return node === undefined ? undefined : plainValue(node);
}

function withValue(text: string, path: Path, value: unknown, file: string): string {
  const root = treeOf(text, file);
  const found = nodeIn(root, path);
  if (found === undefined) return added(text, root, path, value, file);
  return isDeepStrictEqual(plainValue(found), value) ? text : replaced(text, found, value);
}

function replaced(text: string, node: Node, value: unknown): string {
  const style = styleOf(text);
  const isOneLine = style.eol === '' || !text.slice(node.offset, node.offset + node.length).includes('\n');
  const own = printed(value, isOneLine && !isRecord(value) ? { ...style, eol: '' } : { ...style, indentation: indentationAt(text, node.offset) });
  return text.slice(0, node.offset) + own + text.slice(node.offset + node.length);
}

// With the containers that lead there, where they are missing.
function added(text: string, root: Node | undefined, path: Path, value: unknown, file: string): string {
  if (root === undefined) {
    const whole = path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
    const eol = text.includes('\r\n') ? '\r\n' : '\n';
    // A file that holds comments alone keeps them.
    const before = text.trim() === '' ? '' : `${text.trimEnd()}${eol}`;
    return `${before}${printed(whole, { eol, unit: '  ', indentation: '' })}${eol}`;
  }
  let container = root;
  let depth = 0;
  for (
    let inner = propertyOf(root, path[0] ?? '');
    inner?.children?.[1] !== undefined && depth < path.length - 1;
    inner = propertyOf(container, path[depth] ?? '')
  ) {
    container = inner.children[1];
    depth += 1;
  }
  const [name = '', ...rest] = path.slice(depth);
  if (container.type !== 'object')
    throw configurationBroken(file, lineAt(text, container.offset), `${path.slice(0, depth).join('.') || 'its value'} is not an object`);
  const inner = rest.reduceRight<unknown>((value, key) => ({ [key]: value }), value);
  return withChild(text, container, (style) => `${JSON.stringify(name)}:${style.eol === '' && !text.includes(': ') ? '' : ' '}${printed(inner, style)}`);
}

interface Style {
  // Empty where all stands in one line.
  readonly eol: string;
  readonly unit: string;
  // Of the line on which the value begins.
  readonly indentation: string;
}

function withChild(text: string, container: Node, print: (style: Style) => string): string {
  const end = container.offset + container.length - 1;
  const last = container.children?.at(-1);
  const style = styleFor(text, container);
  const gap = style.eol === '' ? (last === undefined || !/,\S/.test(text) ? ' ' : '') : style.eol + style.indentation;
  const child = print(style);
  if (last === undefined) {
    const at = lastComment(text, container.offset + 1, end)?.end ?? container.offset + 1;
    const isClosedBelow = text.slice(at, end).includes('\n');
    if (style.eol === '') return `${text.slice(0, at)}${child}${text.slice(at)}`;
    // A comment to the end of the line is followed by one already.
    const close = isClosedBelow ? '' : style.eol + indentationAt(text, container.offset);
    return `${text.slice(0, at)}${gap}${child}${close}${isClosedBelow ? text.slice(at) : text.slice(at).replace(/^[ \t]+/, '')}`;
  }
  const lastEnd = last.offset + last.length;
  const comma = commaIn(text, lastEnd, end);
  // Comments behind the last one are about it, so they stay with it.
  const at = lastComment(text, comma ?? lastEnd, end)?.end ?? (comma === undefined ? lastEnd : comma + 1);
  if (comma !== undefined) return `${text.slice(0, at)}${gap}${child},${text.slice(at)}`;
  return `${text.slice(0, lastEnd)},${text.slice(lastEnd, at)}${gap}${child}${text.slice(at)}`;
}

function withoutChild(text: string, child: Node): string {
  const container = child.parent;
  if (container === undefined) return text;
  const children = container.children ?? [];
  const index = children.indexOf(child);
  const previous = children[index - 1];
  const next = children[index + 1];
  const end = container.offset + container.length - 1;
  const childEnd = child.offset + child.length;
  const from = previous === undefined ? container.offset + 1 : previous.offset + previous.length;
  const commaBefore = previous === undefined ? undefined : commaIn(text, from, child.offset);
  const start = lastComment(text, from, child.offset)?.end ?? (commaBefore === undefined ? from : commaBefore + 1);
  const commaAfter = commaIn(text, childEnd, next?.offset ?? end);
  if (commaAfter !== undefined) {
    const rest = text.slice(commaAfter + 1);
    return collapsed(text.slice(0, start) + text.slice(childEnd, commaAfter) + rest, container.offset, children.length === 1);
  }
  if (commaBefore === undefined) return collapsed(text.slice(0, start) + text.slice(childEnd), container.offset, children.length === 1);
  return text.slice(0, commaBefore) + text.slice(commaBefore + 1, Math.max(start, commaBefore + 1)) + text.slice(childEnd);
}

// What is left of the only member is an empty pair of brackets, unless comments stand between them.
function collapsed(text: string, opening: number, isEmpty: boolean): string {
  return isEmpty ? text.slice(0, opening + 1) + text.slice(opening + 1).replace(/^\s+(?=[}\]])/, '') : text;
}

function printed(value: unknown, { eol, unit, indentation }: Style): string {
  if (eol === '') return JSON.stringify(value);
  return JSON.stringify(value, undefined, unit).replaceAll('\n', eol + indentation);
}

// How members of this container are written: as its others are, each on a line or all in one.
function styleFor(text: string, container: Node): Style {
  const style = styleOf(text);
  if (style.eol === '') return style;
  const children = container.children ?? [];
  const isInOneLine = children.length > 0 && !text.slice(container.offset, container.offset + container.length).includes('\n');
  if (isInOneLine) return { ...style, eol: '' };
  const onItsLine = children.findLast((child) => /^[ \t]*$/.test(text.slice(lineStart(text, child.offset), child.offset)));
  return {
    ...style,
    indentation: onItsLine === undefined ? indentationAt(text, container.offset) + style.unit : text.slice(lineStart(text, onItsLine.offset), onItsLine.offset),
  };
}

function styleOf(text: string): Style {
  const lineBreak = /\r?\n/.exec(text.trimEnd())?.[0];
  // Two brackets alone say nothing about how the rest shall be written.
  if (lineBreak === undefined && !/^\s*\{\s*\}\s*$/.test(text)) return { eol: '', unit: '', indentation: '' };
  const unit = /^([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  return { eol: lineBreak ?? (text.endsWith('\r\n') ? '\r\n' : '\n'), unit, indentation: '' };
}

function indentationAt(text: string, offset: number): string {
  return /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';
}

function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

function commaIn(text: string, from: number, to: number): number | undefined {
  return tokensIn(text, from, to).find(({ kind }) => kind === COMMA)?.start;
}

function lastComment(text: string, from: number, to: number): { end: number } | undefined {
  return tokensIn(text, from, to).findLast(({ kind }) => kind === LINE_COMMENT || kind === BLOCK_COMMENT);
}

function tokensIn(text: string, from: number, to: number): { kind: number; start: number; end: number }[] {
  const scanner = createScanner(text.slice(from, to), false);
  const tokens: { kind: number; start: number; end: number }[] = [];
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const start = from + scanner.getTokenOffset();
    tokens.push({ kind, start, end: start + scanner.getTokenLength() });
  }
  return tokens;
}

function nodeAt(text: string, path: Path, file: string): Node | undefined {
  return nodeIn(treeOf(text, file), path);
}

function nodeIn(root: Node | undefined, path: Path): Node | undefined {
  return path.reduce<Node | undefined>((node, name) => (node === undefined ? undefined : propertyOf(node, name)?.children?.[1]), root);
}

function propertyAt(text: string, path: Path, file: string): Node | undefined {
  const container = nodeAt(text, path.slice(0, -1), file);
  return container === undefined ? undefined : propertyOf(container, path.at(-1) ?? '');
}

// Of two with one name the last one counts, for every reader of JSON.
function propertyOf(node: Node, name: string): Node | undefined {
  return node.type === 'object' ? node.children?.findLast((property) => property.children?.[0]?.value === name) : undefined;
}

// Undefined for a file that says nothing yet.
function treeOf(text: string, file: string): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const isSilent = root === undefined && tokensIn(text, 0, text.length).every(({ kind }) => kind >= LINE_COMMENT && kind <= BLANKS);
  if (isSilent) return undefined;
  const [error] = errors;
  if (error !== undefined) throw configurationBroken(file, lineAt(text, error.offset), describe(printParseErrorCode(error.error)));
  if (root?.type !== 'object') throw configurationBroken(file, lineAt(text, root?.offset ?? 0), 'it is not an object');
  return root;
}

// InvalidSymbol becomes "invalid symbol".
function describe(code: string): string {
  return code.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
}
