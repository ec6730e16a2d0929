// The item in the status bar: where the server of this window is, and whether somebody waits for a person.
import * as vscode from 'vscode';
import type { HttpStatus } from '../../../daemon/windowHttp.ts';

export interface StatusBarState {
  readonly http: HttpStatus;
  readonly waiting: number;
  // How the agents of this editor reach us, as a sentence.
  readonly agents: string;
  // What is not as a person may expect it here, each a sentence.
  readonly limits: readonly string[];
}

export class StatusBar implements Disposable {
  readonly #item = vscode.window.createStatusBarItem('binnacle.status', vscode.StatusBarAlignment.Right, 90);

  constructor() {
    this.#item.name = 'Binnacle';
    this.#item.command = 'binnacle.menu';
  }

  show({ http, waiting, agents, limits }: StatusBarState): void {
    const name = http.state === 'on' ? `MCP: localhost:${http.port}` : 'Binnacle';
    this.#item.text = waiting > 0 ? `$(server) ${name} $(bell-dot) ${waiting}` : `$(server) ${name}`;
    this.#item.tooltip = [
      agents,
      http.state === 'on' ? `The MCP server of this window is at ${http.url}/mcp` : 'The HTTP server of this window is off',
      ...(http.problem === undefined ? [] : [http.problem]),
      ...limits,
      ...(waiting > 0 ? [waiting === 1 ? 'A review waits for you' : `${waiting} reviews wait for you`] : []),
    ].join('\n');
    this.#item.accessibilityInformation = { label: `Binnacle, ${this.#item.tooltip}`, role: 'button' };
    this.#item.backgroundColor = waiting > 0 || http.problem !== undefined ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
  }

  [Symbol.dispose](): void {
    this.#item.dispose();
  }
}
