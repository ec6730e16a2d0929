// Whether what a tool of ours is about to write can still be read: no file gets a syntax error that was not there before.
import { type ChangePlan, type PlannedFile, textOf } from '../../../ide/doors/changes.ts';
import type { Diagnostic, DiagnosticsReport } from '../../../ide/doors/languages.ts';
import type { TextToRead } from '../../../ide/doors/search.ts';
import { brokenSyntax } from '../../../ide/errors/editErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import type { Position } from '../../../ide/text.ts';
import { differsInNamesOnly } from '../../../source/sameSyntax.ts';
import type { ProjectContext } from '../../tool.ts';
import { fileOf, lineAndColumn } from '../place.ts';

// Who wrote what such a tool writes. What an agent writes as text, in edit_file and write_file, is its own words, which may be half done:
// those tools are not here, nor are undo and redo, which bring back what was there.
const WRITERS: Readonly<Record<string, 'us' | 'agent'>> = {
  apply_quick_fix: 'us',
  change_signature: 'us',
  edit_symbol: 'agent',
  extract_function: 'us',
  extract_variable: 'us',
  format_code: 'us',
  inline_symbol: 'us',
  move_symbol: 'us',
  optimize_imports: 'us',
  rename_file: 'us',
  rename_symbol: 'us',
  replace_structure: 'agent',
  safe_delete: 'us',
};

// Throws broken_syntax; nothing is written, and nobody is asked to review it.
export async function mustStayReadable(context: ProjectContext, plan: ChangePlan, tool: string): Promise<void> {
  const writer = WRITERS[tool];
  if (writer === undefined) return;
  const broken = await newlyUnreadable(context, plan);
  const [first] = broken;
  if (first === undefined || !(await isConfirmed(context, plan, broken))) return;
  const { line } = lineAndColumn(first.at);
  throw brokenSyntax(tool, writer, { file: fileOf(context.ide.project, first.uri), line, text: first.text.split('\n')[first.at.line]?.trim() ?? '' });
}

interface Unreadable extends TextToRead {
  readonly at: Position;
}

async function newlyUnreadable({ ide, signal }: ProjectContext, { files }: ChangePlan): Promise<readonly Unreadable[]> {
  const changed = files.filter(({ before, after }) => after !== undefined && 'text' in after && !differsInNamesOnly(textOf(before), textOf(after)));
  const errors = await ide.search.syntaxErrors(changed.map(afterOf), signal);
  const suspected = changed.filter(({ uri }) => errors.has(uri));
  if (suspected.length === 0) return [];
  const known = await ide.search.syntaxErrors(
    files.flatMap((file) => (file.before === undefined ? [] : [beforeOf(file)])),
    signal,
  );
  // A new file has code of the others, which the grammar may not have been able to read there either.
  const isJudged = ({ before, movedFrom, uri }: PlannedFile) => (before === undefined ? known.size === 0 : !known.has(movedFrom ?? uri));
  return suspected.filter(isJudged).flatMap((file) => (errors.get(file.uri) ?? []).slice(0, 1).map((at) => ({ ...afterOf(file), at })));
}

function afterOf({ uri, after }: PlannedFile): TextToRead {
  return { uri, text: textOf(after) };
}

function beforeOf({ uri, movedFrom, before }: PlannedFile): TextToRead {
  return { uri: movedFrom ?? uri, text: textOf(before) };
}

// Grammars may be older than the language, so the language's engine is asked where there is one. Where it cannot answer, the grammar is believed.
async function isConfirmed({ ide, signal, progress }: ProjectContext, { files }: ChangePlan, broken: readonly Unreadable[]): Promise<boolean> {
  const uris = ide.languages.diagnosable(broken.map(({ uri }) => uri));
  if (uris.length < broken.length) return true;
  try {
    const texts = new Map(files.filter(({ after }) => after !== undefined).map(({ uri, after }) => [uri, textOf(after)]));
    const answer = await ide.languages.check({ uris, linted: [], texts }, signal, progress);
    const { compiled, unshown } = answer.value;
    if (!answer.complete || unshown !== undefined || compiled.unserved.length > 0) return true;
    const old = files.flatMap(({ uri, movedFrom, before }) => (before === undefined ? [] : [movedFrom ?? uri]));
    const known = await ide.languages.check({ uris: ide.languages.diagnosable(old), linted: [] }, signal, progress);
    const knownErrors = new Set(errorsOf(known.value.compiled));
    return errorsOf(compiled).some((error) => !knownErrors.has(error));
  } catch (error) {
    if (signal.aborted || !(error instanceof IdeError)) throw error;
    return true;
  }
}

function errorsOf({ files }: DiagnosticsReport): readonly string[] {
  return files.flatMap(({ uri, diagnostics }) => diagnostics.filter(mayBeOfSyntax).map(({ message }) => `${uri} ${message}`));
}

// TypeScript numbers what its parser says from 1000 to 1999; other engines do not say what is of the syntax.
function mayBeOfSyntax({ severity, source, code = '' }: Diagnostic): boolean {
  return severity === 'error' && (source !== 'ts' || /^1\d{3}$/.test(code));
}
