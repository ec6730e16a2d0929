// The @param tags above a function, in the order of its new parameters.
import ts from 'typescript';
import type { Slot } from '../../../../base/text/parameterLists.ts';
import type { Rewrite } from '../../../../base/text/rewrites.ts';
import { ownParameters } from './targets.ts';
import type { Reference } from './writtenParameters.ts';

interface Tag {
  readonly name: string;
  readonly start: number;
  // Behind its last word.
  readonly end: number;
  readonly type: ts.TextRange | undefined;
}

// Names inside of the tags follow by themselves.
export function changedTags(signature: ts.SignatureDeclaration, { change }: Reference): readonly Rewrite[] {
  const doc = ts.getJSDocCommentsAndTags(signature).filter(ts.isJSDoc).at(-1);
  const source = signature.getSourceFile();
  const tags = (doc?.tags ?? []).flatMap((tag) => (ts.isJSDocParameterTag(tag) ? [tagOf(tag, source)] : []));
  const [first] = tags;
  const last = tags.at(-1);
  if (doc === undefined || first === undefined || last === undefined) return [];
  // Other tags in between would be taken for parts of these.
  const isTogether = (doc.tags ?? []).every((tag) => ts.isJSDocParameterTag(tag) || tag.pos < first.start || tag.pos > last.end);
  const names = ownParameters(signature).map(({ name }) => name.getText());
  const isWhole = names.every((name) => tags.some((tag) => tag.name === name));
  if (!isTogether) return [];
  const lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  const text = (inner: (start: number, end: number) => string): string => {
    const kept = change.slots.flatMap((slot) => {
      const tag = slot.old === undefined ? undefined : tags.find(({ name }) => name === names[slot.old ?? 0]);
      if (tag !== undefined) return [typed(tag, slot, inner)];
      return slot.old === undefined && isWhole ? [newTag(slot, tags)] : [];
    });
    const strange = tags.filter(({ name }) => !names.includes(name)).map(({ start, end }) => inner(start, end));
    return [...kept, ...strange].join(`${lineBreak}${prefixOf(source.text, first.start)}`);
  };
  const isUnchanged = !change.moves && change.slots.every(({ type }) => type === undefined);
  if (isUnchanged) return [];
  const isEmpty = change.slots.every(({ old }) => old === undefined || !tags.some(({ name }) => name === names[old])) && !(isWhole && change.slots.length > 0);
  return isEmpty && tags.every(({ name }) => names.includes(name))
    ? [withoutTags(source.text, doc, first, last)]
    : [{ start: first.start, end: last.end, text }];
}

function tagOf(tag: ts.JSDocParameterTag, source: ts.SourceFile): Tag {
  const written = source.text.slice(tag.pos, tag.end).replace(/[\s*]+$/, '');
  const type = tag.typeExpression === undefined || ts.isJSDocTypeLiteral(tag.typeExpression) ? undefined : tag.typeExpression;
  return { name: tag.name.getText(source), start: tag.pos, end: tag.pos + written.length, type };
}

// In JavaScript a type stands here and nowhere else.
function typed({ start, end, type }: Tag, slot: Slot, inner: (start: number, end: number) => string): string {
  if (type === undefined || slot.type === undefined || slot.type === '') return inner(start, end);
  return `${inner(start, type.pos)}{${slot.type}}${inner(type.end, end)}`;
}

function newTag(slot: Slot, tags: readonly Tag[]): string {
  const isTyped = tags.some(({ type }) => type !== undefined) && slot.type !== undefined && slot.type !== '';
  return `@param ${isTyped ? `{${slot.type}} ` : ''}${slot.name}`;
}

// What stands before the tag on its line, with a star where the comment begins on the same line.
function prefixOf(text: string, at: number): string {
  const before = text.slice(Math.max(text.lastIndexOf('\n', at - 1), text.lastIndexOf('\r', at - 1)) + 1, at);
  return before.replace(/^(\s*)\/\*\*.*$/s, '$1 * ');
}

// Their lines go; a comment with nothing else in it goes as a whole.
function withoutTags(text: string, doc: ts.JSDoc, first: Tag, last: Tag): Rewrite {
  const isAlone = doc.comment === undefined && (doc.tags ?? []).length > 0 && (doc.tags ?? []).every(ts.isJSDocParameterTag);
  if (isAlone) return { start: doc.pos, end: doc.end + (/^[ \t]*(?:\r\n|\n|\r)?[ \t]*/.exec(text.slice(doc.end))?.[0].length ?? 0), text: () => '' };
  const before = /(?:(?:\r\n|\n|\r)[ \t]*\*?[ \t]*)*[ \t]*$/.exec(text.slice(0, first.start))?.[0].length ?? 0;
  const isLast = /^[\s*]*\/$/.test(text.slice(last.end, doc.end));
  const after = isLast ? 0 : (/^[\s*]*/.exec(text.slice(last.end, doc.end))?.[0].length ?? 0);
  const start = isLast ? first.start - before : first.start;
  return { start, end: last.end + after, text: () => '' };
}
