// All that a person and VS Code see of the server in a window, put together and kept up to date.
import * as vscode from 'vscode';
import type { InstalledBinnacle } from '../../../daemon/installedProgram.ts';
import type { OpenWindow } from '../../../daemon/openWindow.ts';
import type { HttpStatus, HttpWish } from '../../../daemon/windowHttp.ts';
import { OPTIONAL_DOORS } from '../../../ide/optionalDoors.ts';
import { COMMANDS, type FaceCommandId } from './commands.ts';
import { agentTools, httpWish, onSettings } from './faceSettings.ts';
import { openInside } from './insideWindow.ts';
import { hasLanguageModelTools, type OfferedTool, registerLanguageModelTools } from './languageModelTools.ts';
import { registerMcpProvider } from './mcpProvider.ts';
import { writeMirroredSettings } from './mirroredSettings.ts';
import { StatusBar } from './statusBar.ts';

export interface FaceOptions {
  readonly window: Pick<OpenWindow, 'http' | 'log' | 'logFile' | 'parts' | 'configuration' | 'pages' | 'daemons' | 'state'>;
  // Binnacle itself, where it is installed beside the extension.
  readonly program: () => InstalledBinnacle | undefined;
  // The folder of the extension.
  readonly extension: string;
  // For the agents of VS Code.
  readonly tools: readonly OfferedTool[];
  // The folders of the window that are not, each a sentence.
  readonly notServed: () => readonly string[];
  readonly version: string;
}

export function openWindowFace({ window, tools, notServed, version, program, extension }: FaceOptions): Disposable {
  const { http, log, parts } = window;
  const status = new StatusBar();
  const offerServer = () =>
    registerMcpProvider({
      address: () => addressOf(http.status),
      start: async () => addressOf(http.status) ?? addressOf(await http.apply(startWish())),
      onChange: (listener) => http.onChange(listener),
      version,
    });
  const agents = new Renewed(() => offered(() => registerLanguageModelTools(tools, log), offerServer));
  const inside = openInside({ window, program, extension, version });
  const waiting = () => inside.reviews.list().length;
  const show = () => {
    inside.pages.badge(waiting());
    status.show({ http: http.status, waiting: waiting(), agents: howAgentsCome(agents.made), limits: limitsHere(notServed()) });
    setContext('httpIsOn', http.status.state === 'on');
    setContext('reviewsWait', waiting() > 0);
  };
  const acts: Readonly<Record<FaceCommandId, (...given: readonly unknown[]) => unknown>> = {
    'binnacle.reviews': () => inside.showReviews(inside.reviews.list()),
    'binnacle.acceptReview': (title) => inside.editors.decide('accept', title),
    'binnacle.rejectReview': (title) => inside.editors.decide('reject', title),
    'binnacle.sendBackReview': (title) => inside.editors.decide('sendBack', title),
    'binnacle.toggleHunk': (key, number) => inside.editors.toggleHunk(key, number),
    'binnacle.openReviewInWindow': () => inside.pages.openInSideBar(placeOf(inside.editors.active?.review.id)),
    'binnacle.copyUrl': () => copy('The URL of the server', addressOf(http.status)?.url),
    'binnacle.copyConnection': () => copy('The entry for an MCP client, with its token,', connectionOf(http.status)),
    'binnacle.stopServer': () => http.apply({ ...httpWish(), isEnabled: false }),
    'binnacle.startServer': async () => explain(await http.apply(startWish())),
    'binnacle.viewLogs': () => vscode.window.showTextDocument(vscode.Uri.file(window.logFile), { preview: true }),
    'binnacle.openWindow': () => inside.pages.openInSideBar(),
    'binnacle.openInTab': () => inside.pages.openInTab(),
    'binnacle.connectAgent': () => inside.pages.openInTab('#/connect'),
    'binnacle.openSettings': () => vscode.commands.executeCommand('workbench.action.openSettings', '@ext:binnacle.binnacle'),
    'binnacle.menu': () => showMenu(http.status, waiting()),
  };
  const commands = COMMANDS.map(({ id }) => vscode.commands.registerCommand(id, acts[id]));
  const listening = [
    http.onChange(show),
    inside.reviews.onChange(show),
    onSettings(['enableHttpServer', 'httpPort', 'whenPortIsTaken'], () => void http.apply(httpWish()).then(explain)),
    onSettings(['agentTools'], () => {
      agents.renew();
      show();
    }),
    parts.workbench.onProjects(show),
    asDisposable(vscode.workspace.onDidGrantWorkspaceTrust(show)),
    writeMirroredSettings(window.configuration, (problem) => void vscode.window.showWarningMessage(problem)),
  ];
  for (const door of OPTIONAL_DOORS) setContext(`has.${door}`, parts.workbench.doors.includes(door));
  explain(http.status);
  agents.renew();
  if (agents.made === 'none') log.warn(howAgentsCome(agents.made));
  if (parts.workbench.projects().length === 0 && notServed().length > 0) void vscode.window.showWarningMessage(`Binnacle: ${notServed().join(' ')}`);
  log.info(`Binnacle ${version} serves this window${http.status.state === 'on' ? `, and MCP clients at ${http.status.url}/mcp` : '; its HTTP server is off'}`);
  show();
  return {
    [Symbol.dispose]() {
      for (const one of [...listening, agents, inside, status]) one[Symbol.dispose]();
      for (const command of commands) command.dispose();
    },
  };
}

// How the agents of the editor reach us, or why they do not: a person does not want it, or there is no way.
type AgentWay = 'tools' | 'server' | 'off' | 'none';

interface Offered {
  readonly way: AgentWay;
  readonly thing?: Disposable;
}

// In one way or in none.
function offered(asTools: () => Disposable, asServer: () => Disposable | undefined): Offered {
  const wish = agentTools();
  if (wish === 'off') return { way: 'off' };
  if (wish !== 'mcpServer' && hasLanguageModelTools()) return { way: 'tools', thing: asTools() };
  const thing = asServer();
  return thing === undefined ? { way: 'none' } : { way: 'server', thing };
}

class Renewed implements Disposable {
  readonly #make: () => Offered;
  #offered: Offered = { way: 'off' };

  constructor(make: () => Offered) {
    this.#make = make;
  }

  get made(): AgentWay {
    return this.#offered.way;
  }

  renew(): void {
    this[Symbol.dispose]();
    this.#offered = this.#make();
  }

  [Symbol.dispose](): void {
    this.#offered.thing?.[Symbol.dispose]();
    this.#offered = { way: 'off' };
  }
}

function howAgentsCome(way: AgentWay): string {
  if (way === 'tools') return 'The agents of this editor have the tools of Binnacle';
  if (way === 'server') return 'The agents of this editor are offered Binnacle as an MCP server';
  if (way === 'off') return 'The agents of this editor have no tools of Binnacle, by the setting binnacle.agentTools';
  return 'This editor has no interface through which extensions give tools to its agents: start the HTTP server, and connect them by its URL';
}

// What a window cannot do, or does elsewhere than one may think.
function limitsHere(notServed: readonly string[]): readonly string[] {
  const { isTrusted, workspaceFolders = [] } = vscode.workspace;
  const { remoteName } = vscode.env;
  return [
    ...(workspaceFolders.length === 0 ? ['No folder is open, so there is no project'] : []),
    ...notServed,
    ...(isTrusted ? [] : ['You have not trusted this window, so nothing of its folders is run']),
    ...(remoteName === undefined ? [] : [`The folders and the server are on the machine of ${remoteName}: localhost is that one`]),
  ];
}

function asDisposable(thing: vscode.Disposable): Disposable {
  return { [Symbol.dispose]: () => thing.dispose() };
}

function placeOf(review: string | undefined): string {
  return review === undefined ? '#/reviews' : `#/reviews/${encodeURIComponent(review)}`;
}

// A person who starts it by hand wants it, whatever the settings say.
function startWish(): HttpWish {
  const wish = httpWish();
  return { ...wish, isEnabled: true, port: wish.port === null ? 0 : wish.port };
}

function addressOf(status: HttpStatus): { readonly url: string; readonly token: string } | undefined {
  return status.state === 'on' ? { url: `${status.url}/mcp`, token: status.token } : undefined;
}

function connectionOf(status: HttpStatus): string | undefined {
  const address = addressOf(status);
  if (address === undefined) return undefined;
  const entry = { type: 'http', url: address.url, headers: { Authorization: `Bearer ${address.token}` } };
  return JSON.stringify({ mcpServers: { binnacle: entry } }, null, 2);
}

async function copy(what: string, text: string | undefined): Promise<void> {
  if (text === undefined) {
    const start = 'Start Server';
    const chosen = await vscode.window.showInformationMessage('The HTTP server of this window is off.', start);
    if (chosen === start) await vscode.commands.executeCommand('binnacle.startServer');
    return;
  }
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(`${what} is copied.`, 4_000);
}

// A message stays until somebody has seen it, and nobody here waits for that.
function explain({ problem }: HttpStatus): void {
  if (problem === undefined) return;
  const settings = 'Open Settings';
  void vscode.window.showWarningMessage(problem, settings).then((chosen) => {
    if (chosen === settings) return vscode.commands.executeCommand('workbench.action.openSettings', 'httpPort');
    return undefined;
  });
}

async function showMenu(status: HttpStatus, waiting: number): Promise<void> {
  const holds = new Map([
    ['binnacle.httpIsOn', status.state === 'on'],
    ['!binnacle.httpIsOn', status.state === 'off'],
    ['binnacle.reviewsWait', waiting > 0],
  ]);
  const items = COMMANDS.flatMap((command) => {
    if (!('inMenu' in command) || ('when' in command && holds.get(command.when) !== true)) return [];
    return [{ label: `$(${command.icon}) ${command.title}`, id: command.id }];
  });
  const title = status.state === 'on' ? `Binnacle: MCP server at localhost:${status.port}` : 'Binnacle: the HTTP server is off';
  const chosen = await vscode.window.showQuickPick(items, { title, placeHolder: 'What would you like to do?' });
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.id);
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', `binnacle.${name}`, value);
}
