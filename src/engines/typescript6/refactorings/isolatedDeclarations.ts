// Types that a change has to write because declarations must be readable file by file (isolatedDeclarations): as TypeScript's own fix writes them.
import { posix } from 'node:path';
import ts from 'typescript';
import type { WorkspaceEdit } from 'vscode-languageserver-protocol';
import { editOf } from '../code/edits.ts';
import { changed } from '../code/naming.ts';
import { UnsoundRefactoring } from '../code/refused.ts';
import { difference } from '../code/splicing.ts';
import { formatOf, preferencesFor } from '../code/style.ts';
import type { Projects } from '../projects/projects.ts';

// As TypeScript names them, in the order in which it offers them.
const FIXES = new Set(['add-annotation', 'add-type-assertion', 'extract-expression']);
// What a class extends and what a file exports by default TypeScript fixes with a constant.
const FIXED_BY_CONSTANT = new Set([9_021, 9_037]);
// Beyond this a type hides what it is written at, and a shorter fix is better.
const LONGEST_TYPE = 200;
// Each fix may show the next error; TypeScript needs as many as a change has exported declarations.
const MOST_FIXES = 20;

// Throws UnsoundRefactoring with the first thing that TypeScript would say of a file, did not say before and cannot fix.
export function isolatedEdit(projects: Projects, changes: readonly ts.FileTextChanges[]): WorkspaceEdit {
  return editOf(
    projects,
    withAnnotations(projects, changes, () => true),
  );
}

// The same without a constant that would take the place of one that goes.
export function inlinedEdit(projects: Projects, changes: readonly ts.FileTextChanges[]): WorkspaceEdit {
  return editOf(
    projects,
    withAnnotations(projects, changes, ({ code }) => !FIXED_BY_CONSTANT.has(code)),
  );
}

function withAnnotations(projects: Projects, changes: readonly ts.FileTextChanges[], mayFix: (said: Said) => boolean): readonly ts.FileTextChanges[] {
  const isIsolated = ({ fileName }: ts.FileTextChanges): boolean => projects.of(fileName).program.getCompilerOptions().isolatedDeclarations === true;
  // A file that does not exist yet belongs to no program: it is looked at with the others.
  const old = changes.filter(({ isNewFile = false }) => !isNewFile);
  const isolated = changes.filter((change) => isDeclared(change.fileName) && (change.isNewFile ? old.some(isIsolated) : isIsolated(change)));
  if (isolated.length === 0) return changes;
  const known = new Map(isolated.map(({ fileName, isNewFile = false }) => [fileName, isNewFile ? [] : saidOf(projects, fileName)]));
  const after = new Map(changes.map((change) => [change.fileName, textAfter(projects, change)]));
  const annotated = shown(
    projects,
    [...after],
    () => new Map([...known].map(([fileName, before]) => [fileName, annotatedText(projects, fileName, before, mayFix)])),
  );
  return changes.map((change) => {
    const text = annotated.get(change.fileName);
    if (text === undefined || text === after.get(change.fileName)) return change;
    return { ...change, textChanges: [difference(projects.texts.read(change.fileName) ?? '', text)] };
  });
}

function textAfter(projects: Projects, { fileName, textChanges }: ts.FileTextChanges): string {
  return changed(
    projects.texts.read(fileName) ?? '',
    textChanges.toSorted((a, b) => a.span.start - b.span.start),
  );
}

function isDeclared(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path) && !/\.d\.[cm]?ts$/.test(path);
}

// While all files have the text that the change gives them: a type may be another file's.
function shown<Found>(projects: Projects, [first, ...others]: readonly (readonly [string, string])[], find: () => Found): Found {
  return first === undefined ? find() : projects.texts.asIf(first[0], first[1], () => shown(projects, others, find));
}

interface Said {
  readonly code: number;
  readonly message: string;
  readonly span: ts.TextSpan;
  // The line that it stands on, by which it is known again wherever that is.
  readonly line: string;
}

function annotatedText(projects: Projects, fileName: string, before: readonly Said[], mayFix: (said: Said) => boolean): string {
  const text = projects.texts.read(fileName) ?? '';
  const tried = (current: string, left: number): string => {
    const [first] = newIn(before, saidOf(projects, fileName));
    if (first === undefined) return current;
    const fixed = left > 0 && mayFix(first) ? fixedText(projects, fileName, first) : undefined;
    if (fixed === undefined)
      throw new UnsoundRefactoring(`${posix.basename(fileName)} would break isolatedDeclarations: ${first.message} Write the type there first.`);
    return projects.texts.asIf(fileName, fixed, () => tried(fixed, left - 1));
  };
  return tried(text, MOST_FIXES);
}

function fixedText(projects: Projects, fileName: string, { code, span }: Said): string | undefined {
  const text = projects.texts.read(fileName) ?? '';
  const { service } = projects.of(fileName);
  const offered = service.getCodeFixesAtPosition(fileName, span.start, span.start + span.length, [code], formatOf(text), preferencesFor(text));
  const texts = offered.flatMap(({ fixName, changes }) =>
    FIXES.has(fixName) && changes.every((change) => change.fileName === fileName)
      ? changes.map(({ textChanges }) =>
          changed(
            text,
            textChanges.toSorted((a, b) => a.span.start - b.span.start),
          ),
        )
      : [],
  );
  const shortest = texts.toSorted((a, b) => a.length - b.length)[0];
  return texts.find((each) => each.length - text.length <= LONGEST_TYPE) ?? shortest;
}

function saidOf(projects: Projects, fileName: string): readonly Said[] {
  const { program } = projects.of(fileName);
  const file = program.getSourceFile(fileName);
  if (file === undefined) return [];
  return program.getDeclarationDiagnostics(file).flatMap(({ code, messageText, start, length }) => {
    const { line } = file.getLineAndCharacterOfPosition(start);
    const [from, to] = [file.getPositionOfLineAndCharacter(line, 0), file.getLineStarts()[line + 1] ?? file.text.length];
    const message = ts.flattenDiagnosticMessageText(messageText, ' ');
    return isAboutIsolation(code) ? [{ code, message, span: { start, length }, line: file.text.slice(from, to).trim() }] : [];
  });
}

// TypeScript numbers everything that isolatedDeclarations asks for alike.
function isAboutIsolation(code: number): boolean {
  return code >= 9_007 && code <= 9_039;
}

// A line that was wrong before may have been changed, and is then not more wrong than it was.
function newIn(before: readonly Said[], after: readonly Said[]): readonly Said[] {
  if (after.length <= before.length) return [];
  return after.filter(({ code, line }) => !before.some((known) => known.code === code && known.line === line));
}
