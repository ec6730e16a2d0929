// Our tools for the agents of VS Code itself, called like those of every other client: same validation, policy, history, and the same answers.
import * as vscode from 'vscode';
import type { Log } from '../../../base/log.ts';
import { registerEach } from './registrations.ts';

export interface OfferedTool {
  // As the manifest lists it.
  readonly id: string;
  // What VS Code shows while it is answered.
  caption(given: unknown): string;
  // Never throws.
  call(given: unknown, signal: AbortSignal): Promise<{ readonly text: string }>;
}

// Older versions, and editors that leave the interface for agents out, have none.
export function hasLanguageModelTools(): boolean {
  const models: unknown = Reflect.get(vscode, 'lm');
  return typeof models === 'object' && models !== null && typeof Reflect.get(models, 'registerTool') === 'function';
}

export function registerLanguageModelTools(tools: readonly OfferedTool[], log: Log): Disposable & { readonly names: readonly string[] } {
  return registerEach(
    tools.map((tool) => ({ name: tool.id, register: () => vscode.lm.registerTool(tool.id, implementation(tool)) })),
    log,
  );
}

function implementation(tool: OfferedTool): vscode.LanguageModelTool<object> {
  return {
    async invoke({ input }, token) {
      using cancelling = signalOf(token);
      const { text } = await tool.call(input, cancelling.signal);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
    prepareInvocation: ({ input }) => ({ invocationMessage: tool.caption(input) }),
  };
}

function signalOf(token: vscode.CancellationToken | undefined): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  if (token?.isCancellationRequested === true) controller.abort();
  const listening = token?.onCancellationRequested(() => controller.abort());
  return { signal: controller.signal, [Symbol.dispose]: () => listening?.dispose() };
}
