// The window's own MCP server, offered to an editor that has no tools of extensions, or whose person would rather see a server.
import * as vscode from 'vscode';
import { z } from 'zod';

export interface OfferedServer {
  // Undefined while it is off.
  address(): { readonly url: string; readonly token: string } | undefined;
  // Starts it where it is off: VS Code is about to connect.
  start(): Promise<{ readonly url: string; readonly token: string } | undefined>;
  onChange(listener: () => void): Disposable;
  readonly version: string;
}

// Newer than the types that we are written with, which are those of the oldest VS Code that we run in.
const callable = z.custom<(...given: readonly unknown[]) => unknown>((value) => typeof value === 'function');
const constructible = z.custom<new (...given: readonly unknown[]) => object>((value) => typeof value === 'function');
const disposable = z.custom<vscode.Disposable>((value) => typeof value === 'object' && value !== null && 'dispose' in value);

const MCP_PROVIDER = 'binnacle';

// Undefined where VS Code knows no such servers.
export function registerMcpProvider(server: OfferedServer): Disposable | undefined {
  const models: unknown = Reflect.get(vscode, 'lm');
  const register =
    typeof models === 'object' && models !== null ? callable.safeParse(Reflect.get(models, 'registerMcpServerDefinitionProvider')).data : undefined;
  const Definition = constructible.safeParse(Reflect.get(vscode, 'McpHttpServerDefinition')).data;
  if (register === undefined || Definition === undefined) return undefined;
  const changed = new vscode.EventEmitter<void>();
  const listening = server.onChange(() => changed.fire());
  const definition = (address: { readonly url: string; readonly token: string } | undefined) =>
    new Definition('Binnacle', vscode.Uri.parse(address?.url ?? 'http://127.0.0.1:0/mcp'), { Authorization: `Bearer ${address?.token ?? ''}` }, server.version);
  const registered = disposable.parse(
    register.call(models, MCP_PROVIDER, {
      onDidChangeMcpServerDefinitions: changed.event,
      provideMcpServerDefinitions: () => [definition(server.address())],
      resolveMcpServerDefinition: async () => {
        const address = await server.start();
        return address === undefined ? undefined : definition(address);
      },
    }),
  );
  return {
    [Symbol.dispose]() {
      registered.dispose();
      listening[Symbol.dispose]();
      changed.dispose();
    },
  };
}
