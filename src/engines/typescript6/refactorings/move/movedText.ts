// The text of what moves, as a person wrote it: TypeScript prints it anew, with other commas, braces and blank lines.
import { posix } from 'node:path';
import ts from 'typescript';
import { attachedStart } from '../delete/deleting.ts';

// Without blank lines where something was taken away that were not there before.
export function tidySeams(before: string, after: string): string {
  const start = /^\s*\n/.test(before) ? after : after.replace(/^(?:[ \t]*(?:\r\n|\n))+/, '');
  const end = /\n[ \t]*\r?\n$/.test(before) ? start : start.replace(/(\r\n|\n)(?:[ \t]*(?:\r\n|\n))+$/, '$1');
  return /\n[ \t]*\r?\n[ \t]*\r?\n/.test(before) ? end : end.replace(/(\r\n|\n)(?:[ \t]*(?:\r\n|\n)){2,}/g, '$1$1');
}

// With the word that exports it, for another file; what goes along is nobody else's there either.
export function originalText(statements: readonly ts.Node[], along: readonly ts.Node[], source: ts.SourceFile, to: string): string {
  const start = attachedStart(statements[0] ?? source, source);
  const end = statements.at(-1)?.end ?? start;
  const exported = statements.reduceRight(
    (text, statement) => {
      if (isExported(statement) || along.includes(statement)) return text;
      const at = statement.getStart(source) - start;
      return `${text.slice(0, at)}export ${text.slice(at)}`;
    },
    source.text.slice(start, end),
  );
  return withPathsFrom(exported, posix.dirname(source.fileName), posix.dirname(to));
}

// Modules that the code loads itself, by their paths from another folder.
function withPathsFrom(text: string, folder: string, newFolder: string): string {
  if (folder === newFolder) return text;
  return text.replace(/\b(import|require)\(\s*(['"])(\.{1,2}\/[^'"]*)\2/g, (_, word: string, quote: string, path: string) => {
    const moved = posix.relative(newFolder, posix.join(folder, path));
    return `${word}(${quote}${moved.startsWith('.') ? moved : `./${moved}`}${quote}`;
  });
}

function isExported(node: ts.Node): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false);
}

// Such as 'use client', which is about the whole file.
export function directivesOf(source: ts.SourceFile): readonly string[] {
  const end = source.statements.findIndex((statement) => !(ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)));
  return source.statements.slice(0, end < 0 ? source.statements.length : end).map((statement) => statement.getText(source));
}
