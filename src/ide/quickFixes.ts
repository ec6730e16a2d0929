// What would fix a problem, as plain data with the edit that does it.
import type { Diagnostic } from './doors/languages.ts';
import type { WorkspaceEdit } from './workspaceEdit.ts';

export interface FixableProblem {
  readonly diagnostic: Diagnostic;
  // In the order of the engines; empty when none of them knows a way.
  readonly fixes: readonly QuickFix[];
}

export interface QuickFix {
  readonly title: string;
  // The protocol's kind, such as "quickfix" or "quickfix.import".
  readonly kind: string;
  // The one that its engine would choose.
  readonly preferred: boolean;
  // Name and version of who offers it.
  readonly engine: string;
  readonly edit: WorkspaceEdit;
}
