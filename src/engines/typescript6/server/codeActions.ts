// What can be done about a problem or with a piece of code. Quick fixes bring their edits; those of refactorings are computed when one is chosen.

import ts from 'typescript';
import type { CodeAction, Range } from 'vscode-languageserver-protocol';
import { editOf } from '../code/edits.ts';
import type { ActionParameters, ActionToResolve } from '../code/parameters.ts';
import { formatOf, PREFERENCES, preferencesFor } from '../code/style.ts';
import { pathOfUri } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';
import { foundIn } from './diagnostics.ts';

// The actions on whole files, by the fix that each repeats.
const SOURCE_FIXES = [
  { kind: 'source.addMissingImports', title: 'Add all missing imports', fixId: 'fixMissingImport' },
  { kind: 'source.removeUnused', title: 'Remove all unused code', fixId: 'unusedIdentifier_delete' },
] as const;
const ORGANIZE = { kind: 'source.organizeImports', title: 'Organize imports' } as const;
// What almost everybody would choose, by TypeScript's names of fixes: nothing else could have been meant.
const PREFERRED: ReadonlySet<string> = new Set([
  ...['fixClassIncorrectlyImplementsInterface', 'fixClassDoesntImplementInheritedAbstractMember', 'fixOverrideModifier', 'fixAwaitInSyncFunction'],
  ...['constructorForDerivedNeedSuperCall', 'extendsInterfaceBecomesImplements', 'forgottenThisPropertyAccess', 'spelling', 'import', 'unusedIdentifier'],
  ...['fixUnreachableCode', 'addMissingAwait', 'fixImportNonExportedMember', 'fixMissingProperties'],
]);
// A refactoring that belongs to no narrower kind.
const REFACTOR = 'refactor';

export const ACTION_KINDS = ['quickfix', REFACTOR, ORGANIZE.kind, ...SOURCE_FIXES.map(({ kind }) => kind)];

export function codeActions(projects: Projects, parameters: ActionParameters): readonly CodeAction[] {
  const only = parameters.context.only ?? undefined;
  return [
    ...(wanted(only, 'quickfix') ? quickFixes(projects, parameters) : []),
    ...(only?.some((kind) => within(kind, REFACTOR)) || only === undefined ? refactorings(projects, parameters, only) : []),
    // Only when asked for: each looks at the whole file.
    ...(only?.some((kind) => within(kind, 'source')) ? sourceActions(projects, parameters, only) : []),
  ];
}

export function resolvedAction(projects: Projects, chosen: ActionToResolve): Record<string, unknown> {
  const { uri, range, refactoring, action, targetUri } = chosen.data;
  const path = pathOfUri(uri);
  const target = targetUri === undefined ? undefined : { targetFile: pathOfUri(targetUri) };
  const { service } = projects.of(path);
  const format = formatOf(projects.texts.read(path) ?? '');
  const found = service.getEditsForRefactor(path, format, spanIn(projects, path, range), refactoring, action, PREFERENCES, target);
  if (found === undefined) return chosen;
  if (found.notApplicableReason !== undefined) return { ...chosen, disabled: { reason: found.notApplicableReason } };
  // Where the new name stands that somebody may want to change, as an offset into the text after the edit.
  const renameAt = found.renameFilename === undefined ? undefined : { path: found.renameFilename, offset: found.renameLocation };
  return { ...chosen, edit: editOf(projects, found.edits), data: { ...chosen.data, ...(renameAt && { renameAt }) } };
}

interface Problem {
  readonly span: ts.TextRange;
  readonly code: number;
  readonly message: string;
}

function quickFixes(projects: Projects, { textDocument: { uri }, range, context }: ActionParameters): readonly CodeAction[] {
  const path = pathOfUri(uri);
  const { service, program } = projects.of(path);
  if (program.getSourceFile(path) === undefined) return [];
  const format = formatOf(projects.texts.read(path) ?? '');
  const preferences = preferencesFor(projects.texts.read(path) ?? '');
  // Who names no problem means those that the compiler sees in the range.
  const named = context.diagnostics.map(({ range: own, code, message = '' }) => ({ span: spanIn(projects, path, own), code: Number(code), message }));
  const problems = named.length > 0 ? named.filter(({ code }) => Number.isInteger(code)) : problemsIn(projects, path, spanIn(projects, path, range));
  const actions = new Map<string, CodeAction>();
  for (const { span, code, message } of problems) {
    const fixes = service.getCodeFixesAtPosition(path, span.pos, span.end, [code], format, preferences);
    for (const [index, { fixName, description: title, changes }] of fixes.entries()) {
      // Without changes it would be a command that installs a package; nothing here runs programs.
      if (changes.length === 0) continue;
      const edit = editOf(projects, changes);
      const about = { range: projects.texts.lines(path).rangeOf({ start: span.pos, length: span.end - span.pos }), code, message };
      const key = `${title} ${JSON.stringify(edit)}`;
      const isPreferred = index === 0 && PREFERRED.has(fixName);
      if (!actions.has(key)) actions.set(key, { title, kind: 'quickfix', edit, diagnostics: [about], ...(isPreferred && { isPreferred }) });
    }
  }
  return [...actions.values()];
}

function problemsIn(projects: Projects, path: string, { pos, end }: ts.TextRange): readonly Problem[] {
  return foundIn(projects, path).flatMap(({ start = 0, length = 0, code, messageText }) =>
    start <= end && start + length >= pos
      ? [{ span: { pos: start, end: start + length }, code, message: ts.flattenDiagnosticMessageText(messageText, '\n') }]
      : [],
  );
}

function refactorings(projects: Projects, { textDocument: { uri }, range }: ActionParameters, only: readonly string[] | undefined): readonly CodeAction[] {
  const path = pathOfUri(uri);
  const { service, program } = projects.of(path);
  if (program.getSourceFile(path) === undefined) return [];
  const found = service.getApplicableRefactors(path, spanIn(projects, path, range), PREFERENCES, 'invoked', undefined, true);
  return found.flatMap((refactoring) =>
    refactoring.actions.flatMap((action) => {
      const kind = action.kind ?? REFACTOR;
      if (!wanted(only, kind)) return [];
      return {
        title: action.description,
        kind,
        ...(action.notApplicableReason !== undefined && { disabled: { reason: action.notApplicableReason } }),
        data: { uri, range, refactoring: refactoring.name, action: action.name },
      };
    }),
  );
}

function sourceActions(projects: Projects, { textDocument: { uri } }: ActionParameters, only: readonly string[]): readonly CodeAction[] {
  const path = pathOfUri(uri);
  const { service, program } = projects.of(path);
  if (program.getSourceFile(path) === undefined) return [];
  const format = formatOf(projects.texts.read(path) ?? '');
  const scope = { type: 'file', fileName: path } as const;
  const fixes = SOURCE_FIXES.filter(({ kind }) => wanted(only, kind)).map(({ kind, title, fixId }) => ({
    kind,
    title,
    changes: service.getCombinedCodeFix(scope, fixId, format, PREFERENCES).changes,
  }));
  const organized = wanted(only, ORGANIZE.kind) ? [{ ...ORGANIZE, changes: service.organizeImports(scope, format, PREFERENCES) }] : [];
  return [...organized, ...fixes].flatMap(({ kind, title, changes }) => (changes.length === 0 ? [] : [{ kind, title, edit: editOf(projects, changes) }]));
}

function spanIn(projects: Projects, path: string, { start, end }: Range): ts.TextRange {
  const lines = projects.texts.lines(path);
  return { pos: lines.offsetAt(start), end: lines.offsetAt(end) };
}

// A kind that was asked for means itself and all that begin with it.
function wanted(only: readonly string[] | undefined, kind: string): boolean {
  return only === undefined || only.some((asked) => within(kind, asked));
}

function within(kind: string, wider: string): boolean {
  return kind === wider || kind.startsWith(`${wider}.`);
}
