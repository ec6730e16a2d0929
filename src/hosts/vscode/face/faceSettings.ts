// What a person has set for the server of a window: under our own name, or under the one by which users of another extension know the same.
import * as vscode from 'vscode';
import type { HttpWish } from '../../../daemon/windowHttp.ts';

const OWN = 'binnacle';
// Read beside our own, which is stronger.
const OTHER = 'vscode-mcp-proxy';

// How the agents of VS Code reach our tools; never in two ways, because they would see each tool twice.
export type AgentTools = 'languageModelTools' | 'mcpServer' | 'off';

export function httpWish(): HttpWish {
  return {
    isEnabled: setting('enableHttpServer') === true,
    port: setting('httpPort') === undefined ? 0 : setting('httpPort'),
    otherwise: setting('whenPortIsTaken') === 'off' ? 'off' : 'any',
  };
}

export function agentTools(): AgentTools {
  const wanted = setting('agentTools');
  return wanted === 'mcpServer' || wanted === 'off' ? wanted : 'languageModelTools';
}

export function onSettings(names: readonly string[], listener: () => void): Disposable {
  const listening = vscode.workspace.onDidChangeConfiguration((event) => {
    if (names.some((name) => [OWN, OTHER].some((section) => event.affectsConfiguration(`${section}.${name}`)))) listener();
  });
  return { [Symbol.dispose]: () => listening.dispose() };
}

// Undefined where nobody has set it: then what is usual counts, whichever name it stands under.
function setting(name: string): unknown {
  for (const section of [OWN, OTHER]) {
    const configuration = vscode.workspace.getConfiguration(section);
    // VS Code leaves a null out of the value that it inspects, but not out of those by which it says where that comes from.
    const { key: _, defaultValue: __, defaultLanguageValue: ___, languageIds: ____, ...set } = configuration.inspect<unknown>(name) ?? { key: name };
    if (Object.values(set).some((value) => value !== undefined)) return configuration.get<unknown>(name) ?? null;
  }
  return undefined;
}
