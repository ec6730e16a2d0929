// The breakpoints that VS Code shows beside the text, of one folder.
import * as vscode from 'vscode';
import type { Project } from '../../../ide/ide.ts';
import type { Margin, MarginBreakpoint, PlacedBreakpoint } from '../../../ide/sharedDebuggers.ts';
import { portUri, vscodeUri } from '../ask.ts';

export class VscodeMargin implements Margin, Disposable {
  readonly #project: Project;
  readonly #listeners = new Set<() => void>();
  readonly #subscription: vscode.Disposable;

  constructor(project: Project) {
    this.#project = project;
    this.#subscription = vscode.debug.onDidChangeBreakpoints(() => {
      for (const listener of [...this.#listeners]) listener();
    });
  }

  [Symbol.dispose](): void {
    this.#subscription.dispose();
  }

  // The first look is what makes VS Code say which it has: they are reported as a change.
  list(): readonly PlacedBreakpoint[] {
    return vscode.debug.breakpoints.flatMap((one) => {
      const breakpoint = this.#read(one);
      return breakpoint === undefined ? [] : [{ id: one.id, breakpoint }];
    });
  }

  add(breakpoint: MarginBreakpoint): PlacedBreakpoint {
    const { enabled, condition, hitCondition, logMessage } = breakpoint;
    const made =
      breakpoint.kind === 'line'
        ? new vscode.SourceBreakpoint(
            new vscode.Location(vscodeUri(breakpoint.uri), new vscode.Position(breakpoint.line, 0)),
            enabled,
            condition,
            hitCondition,
            logMessage,
          )
        : new vscode.FunctionBreakpoint(breakpoint.name, enabled, condition, hitCondition, logMessage);
    vscode.debug.addBreakpoints([made]);
    return { id: made.id, breakpoint };
  }

  remove(ids: readonly string[]): void {
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints.filter(({ id }) => ids.includes(id)));
  }

  onChange(listener: () => void): Disposable {
    this.#listeners.add(listener);
    return { [Symbol.dispose]: () => this.#listeners.delete(listener) };
  }

  #read(one: vscode.Breakpoint): MarginBreakpoint | undefined {
    const { enabled } = one;
    const conditions = { enabled, condition: one.condition || undefined, hitCondition: one.hitCondition || undefined, logMessage: one.logMessage || undefined };
    if (one instanceof vscode.FunctionBreakpoint) return { kind: 'function', name: one.functionName, ...conditions };
    if (!(one instanceof vscode.SourceBreakpoint)) return undefined;
    const uri = portUri(one.location.uri);
    return uri.startsWith(`${this.#project.uri}/`) ? { kind: 'line', uri, line: one.location.range.start.line, ...conditions } : undefined;
  }
}
