// What is wrong with a file, or with a configuration, as the compiler says it.

import ts from 'typescript';
import type { Diagnostic, DiagnosticSeverity } from 'vscode-languageserver-protocol';
import { keyOf } from '../projects/paths.ts';
import type { Projects } from '../projects/projects.ts';

const SEVERITIES: Readonly<Record<ts.DiagnosticCategory, DiagnosticSeverity>> = {
  [ts.DiagnosticCategory.Error]: 1,
  [ts.DiagnosticCategory.Warning]: 2,
  [ts.DiagnosticCategory.Message]: 3,
  [ts.DiagnosticCategory.Suggestion]: 4,
};
const UNNECESSARY = 1;
const DEPRECATED = 2;

export function diagnosticsOfFile(projects: Projects, path: string): readonly Diagnostic[] {
  return foundIn(projects, path).map((diagnostic) => diagnosticOf(projects, path, diagnostic));
}

export function foundIn(projects: Projects, path: string): readonly ts.Diagnostic[] {
  const project = projects.of(path);
  if (!project.diagnoses(path)) return [];
  const { service } = project;
  return [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path), ...service.getSuggestionDiagnostics(path)];
}

// Those that point into it; what points into a base that it extends belongs to that file, what points nowhere to this one.
export function diagnosticsOfConfiguration(projects: Projects, path: string): readonly Diagnostic[] {
  const project = projects.ofConfiguration(path);
  if (project === undefined) return [];
  const found = [...project.shape.problems, ...project.program.getConfigFileParsingDiagnostics(), ...project.program.getOptionsDiagnostics()];
  const here = found.filter(({ file }) => file === undefined || keyOf(file.fileName) === keyOf(path));
  const reported = here.map((diagnostic) => diagnosticOf(projects, path, diagnostic));
  return reported.filter(
    (one, index) => reported.findIndex((other) => other.message === one.message && other.range.start.line === one.range.start.line) === index,
  );
}

function diagnosticOf(projects: Projects, path: string, found: ts.Diagnostic): Diagnostic {
  const tags = [...(found.reportsUnnecessary ? [UNNECESSARY] : []), ...(found.reportsDeprecated ? [DEPRECATED] : [])];
  return {
    range: projects.texts.lines(path).rangeOf({ start: found.start ?? 0, length: found.length ?? 0 }),
    severity: SEVERITIES[found.category],
    code: found.code,
    source: 'ts',
    message: ts.flattenDiagnosticMessageText(found.messageText, '\n'),
    ...(tags.length > 0 && { tags: tags.map((tag) => (tag === UNNECESSARY ? 1 : 2)) }),
  };
}
