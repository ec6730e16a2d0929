// What servers answer in the form of the protocol, in the words of the port, and the diagnostics that they want back.
import { z } from 'zod';
import { answersIn, range } from '../../../../answers/engineAnswers.ts';
import type { Diagnostic } from '../../../../ide/doors/languages.ts';
import { compare } from '../../../../ide/text.ts';

export const { locationsOf, hoverOf, outlineOf, workspaceSymbolsOf, diagnosticFrom } = answersIn({ uri: z.string(), first: 1 });

// Loose, because a server wants back in textDocument/codeAction exactly what it gave.
const diagnostic = z.looseObject({
  range,
  severity: z.number().optional(),
  code: z.union([z.string(), z.number()]).nullish(),
  source: z.string().optional(),
  message: z.string(),
});

export type ProtocolDiagnostic = z.output<typeof diagnostic>;

export function diagnosticsOf(items: readonly unknown[]): readonly ProtocolDiagnostic[] {
  return z.array(diagnostic).parse(items);
}

// gopls leaves the kind empty.
const fullReport = z.object({ kind: z.enum(['full', '']), items: z.array(diagnostic) });
const unchangedReport = z.object({ kind: z.literal('unchanged') });
const report = z.union([fullReport, unchangedReport]);

// Undefined when the server has nothing to compare with and yet says "unchanged": it does not know the file.
export function pulledDiagnosticsOf(answer: unknown): readonly ProtocolDiagnostic[] | undefined {
  const pulled = report.parse(answer);
  return pulled.kind === 'unchanged' ? undefined : pulled.items;
}

export function sortedDiagnostics(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return [...diagnostics].sort((a, b) => compare(a.range.start, b.range.start) || (a.message < b.message ? -1 : 1));
}
