// The comment that gives a new function of checked JavaScript its types, which cannot stand in the code itself.
import { posix } from 'node:path';
import ts from 'typescript';
import { isJavascript } from '../../projects/paths.ts';
import { indentAt } from '../move/placing.ts';
import type { MadeFunction } from './madeFunction.ts';

// Parameters without a type are errors there.
export function needsTypes(program: ts.Program, source: ts.SourceFile): boolean {
  const { checkJs, noImplicitAny, strict = true } = program.getCompilerOptions();
  const isChecked = directiveOf(source) ?? checkJs ?? false;
  return isJavascript(source.fileName) && isChecked && (noImplicitAny ?? strict);
}

export interface Documented {
  readonly name: string;
  readonly type: string | undefined;
}

// With a line break at its end; empty where there is nothing to say.
export function commentFor(
  { source, declaration }: MadeFunction,
  { parameters, returned }: { readonly parameters: readonly Documented[]; readonly returned: string | undefined },
  newLine: string,
): string {
  const templates = (declaration.typeParameters ?? []).map(templateOf);
  const lines = [
    ...templates.map((template) => `@template ${template}`),
    ...parameters.map(({ name, type = 'any' }) => `@param {${type}} ${name}`),
    ...(returned === undefined ? [] : [`@returns {${returned}}`]),
  ];
  if (lines.length === 0) return '';
  const indent = indentAt(source.text, declaration.getStart(source));
  return ['/**', ...lines.map((line) => `${indent} * ${line}`), `${indent} */`, indent].join(newLine);
}

function templateOf({ name, constraint, default: value }: ts.TypeParameterDeclaration): string {
  const bound = constraint === undefined ? '' : `{${constraint.getText()}} `;
  return `${bound}${value === undefined ? name.text : `[${name.text}=${value.getText()}]`}`;
}

// TypeScript names other modules by their whole paths.
export function withRelativeImports(type: string, source: ts.SourceFile): string {
  const folder = posix.dirname(source.fileName);
  const extension = /\b(?:from|import)\s*\(?['"]\.{1,2}\/[^'"]*(\.[cm]?[jt]sx?)['"]/.exec(source.text)?.[1] ?? '';
  return type.replace(/\bimport\("([^"]*)"\)/g, (whole, path: string) => {
    if (!posix.isAbsolute(path) && !/^[A-Za-z]:\//.test(path)) return whole;
    const relative = posix.relative(folder, path);
    const specifier = relative.startsWith('.') ? relative : `./${relative}`;
    return `import('${/\.[cm]?[jt]sx?$/.test(specifier) ? specifier : `${specifier}${extension}`}')`;
  });
}

// `// @ts-check` or `// @ts-nocheck` at the top of the file.
function directiveOf({ text }: ts.SourceFile): boolean | undefined {
  const ranges = ts.getLeadingCommentRanges(text, ts.getShebang(text)?.length ?? 0) ?? [];
  const [, word] = ranges.map(({ pos, end }) => /^\/\/\/?\s*@ts-(no)?check\b/.exec(text.slice(pos, end))).findLast((found) => found !== null) ?? [];
  return ranges.some(({ pos, end }) => /^\/\/\/?\s*@ts-(?:no)?check\b/.test(text.slice(pos, end))) ? word === undefined : undefined;
}
