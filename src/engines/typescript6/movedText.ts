// The text of what moves, as a person wrote it: TypeScript prints it anew, with other commas, braces and blank lines.
import { posix } from 'node:path';
import ts from 'typescript';
import { attachedStart } from './deleting.ts';

// The change of the file that something moves to, with the text itself instead of TypeScript's print.
export function withOriginalText(change: ts.FileTextChanges, statements: readonly ts.Node[], source: ts.SourceFile): ts.FileTextChanges {
  // Without imports and exports of its own TypeScript writes exports as a script does, which is more than the text.
  if (!ts.isExternalModule(source)) return change;
  const lineBreak = source.text.includes('\r\n') ? '\r\n' : '\n';
  const directives = change.isNewFile ? directivesOf(source) : [];
  const textChanges = change.textChanges.map(({ span, newText }) => {
    const printed = ts.createSourceFile(change.fileName, newText, ts.ScriptTarget.Latest, true);
    const imports = printed.statements.filter((statement) => ts.isImportDeclaration(statement) || ts.isImportEqualsDeclaration(statement));
    // What is put into an import that is there already is no statement at all.
    if (!printed.statements.some(isDeclared)) return { span, newText };
    const [before] = /^\s*/.exec(newText) ?? [''];
    const moved = withPathsFrom(originalText(statements, source), posix.dirname(source.fileName), posix.dirname(change.fileName));
    const parts = [...directives, imports.map((statement) => statement.getText(printed)).join(lineBreak), moved];
    const body = parts.filter((part) => part !== '').join(lineBreak.repeat(2));
    return { span, newText: `${change.isNewFile ? '' : before}${body}${lineBreak}` };
  });
  return { ...change, textChanges };
}

// Without blank lines where something was taken away that were not there before.
export function tidySeams(before: string, after: string): string {
  const start = /^\s*\n/.test(before) ? after : after.replace(/^(?:[ \t]*(?:\r\n|\n))+/, '');
  const end = /\n[ \t]*\r?\n$/.test(before) ? start : start.replace(/(\r\n|\n)(?:[ \t]*(?:\r\n|\n))+$/, '$1');
  return /\n[ \t]*\r?\n[ \t]*\r?\n/.test(before) ? end : end.replace(/(\r\n|\n)(?:[ \t]*(?:\r\n|\n)){2,}/g, '$1$1');
}

function originalText(statements: readonly ts.Node[], source: ts.SourceFile): string {
  const start = attachedStart(statements[0] ?? source, source);
  const end = statements.at(-1)?.end ?? start;
  return statements.reduceRight(
    (text, statement) => {
      if (isExported(statement)) return text;
      const at = statement.getStart(source) - start;
      return `${text.slice(0, at)}export ${text.slice(at)}`;
    },
    source.text.slice(start, end),
  );
}

function isDeclared(node: ts.Node): boolean {
  return ts.isVariableStatement(node) || (ts.isDeclarationStatement(node) && !ts.isImportDeclaration(node) && !ts.isImportEqualsDeclaration(node));
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
function directivesOf(source: ts.SourceFile): readonly string[] {
  const end = source.statements.findIndex((statement) => !(ts.isExpressionStatement(statement) && ts.isStringLiteral(statement.expression)));
  return source.statements.slice(0, end < 0 ? source.statements.length : end).map((statement) => statement.getText(source));
}
