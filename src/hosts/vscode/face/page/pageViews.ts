// The window's page inside VS Code: in the side bar, in the panel and as a tab, each a webview that speaks to the server through this extension.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { InstalledBinnacle } from '../../../../daemon/installedProgram.ts';
import type { PersonsChannel } from '../../../../dashboard/persons/personsSession.ts';
import type { ToPage } from '../../../../dashboard/protocol/webview.ts';
import { missingHtml, pageHtml } from './pageHtml.ts';
import type { ShownServers } from './shownServer.ts';
import { webviewMessage } from './webviewMessages.ts';

export interface PageViewsOptions {
  readonly servers: ShownServers;
  // Looked for anew.
  readonly program: () => InstalledBinnacle | undefined;
  readonly version: string;
  readonly build: string;
  // Rejects where the file is none of the window.
  openFile(project: string, file: string, line: number | undefined): Promise<void>;
}

const SIDE_VIEW = 'binnacle.window';
const PANEL_VIEW = 'binnacle.panelWindow';
const TAB = 'binnacle.tab';
const INSTALL = 'npm install -g binnacle-ide';

export class PageViews implements Disposable {
  readonly #options: PageViewsOptions;
  readonly #pages = new Set<ShownPage>();
  readonly #registered: readonly vscode.Disposable[];
  readonly #listening: Disposable;
  #side: vscode.WebviewView | undefined;
  #tab: vscode.WebviewPanel | undefined;
  #badge = 0;
  // Where the next page begins, which was asked for before it was there.
  #place: string | undefined;

  constructor(options: PageViewsOptions) {
    this.#options = options;
    const provider = (onResolved: (view: vscode.WebviewView) => void): vscode.WebviewViewProvider => ({
      resolveWebviewView: (view) => {
        onResolved(view);
        const page = this.#show(view.webview, (listener) => view.onDidDispose(listener));
        // VS Code ends the page of a view that is hidden, and loads it anew.
        view.onDidChangeVisibility(() => {
          if (!view.visible) page.disconnect();
        });
      },
    });
    this.#registered = [
      vscode.window.registerWebviewViewProvider(
        SIDE_VIEW,
        provider((view) => {
          this.#side = view;
          this.badge(this.#badge);
        }),
      ),
      vscode.window.registerWebviewViewProvider(
        PANEL_VIEW,
        provider(() => {}),
      ),
    ];
    // What is shown is another server's from now on: every page connects anew.
    this.#listening = options.servers.onChange(() => {
      for (const page of this.#pages) page.disconnect();
    });
  }

  // A person can look at one of them now.
  get isVisible(): boolean {
    return this.#side?.visible === true || this.#tab?.visible === true;
  }

  // How many reviews wait, at the icon of the side bar.
  badge(count: number): void {
    this.#badge = count;
    if (this.#side === undefined) return;
    this.#side.badge = count === 0 ? undefined : { value: count, tooltip: count === 1 ? 'A review waits for you' : `${count} reviews wait for you` };
  }

  async openInSideBar(place?: string): Promise<void> {
    this.#place = place;
    await vscode.commands.executeCommand(`${SIDE_VIEW}.focus`);
    if (place !== undefined && this.#side !== undefined) this.#go(this.#side.webview, place);
  }

  openInTab(place?: string): void {
    if (this.#tab !== undefined) this.#tab.reveal();
    else {
      this.#place = place;
      const tab = vscode.window.createWebviewPanel(TAB, 'Binnacle', vscode.ViewColumn.Active);
      this.#tab = tab;
      const page = this.#show(tab.webview, (listener) => tab.onDidDispose(listener));
      tab.onDidChangeViewState(() => {
        if (!tab.visible) page.disconnect();
      });
      tab.onDidDispose(() => {
        this.#tab = undefined;
      });
    }
    if (place !== undefined) this.#go(this.#tab.webview, place);
  }

  [Symbol.dispose](): void {
    this.#listening[Symbol.dispose]();
    for (const registered of this.#registered) registered.dispose();
    for (const page of this.#pages) page.disconnect();
    this.#tab?.dispose();
  }

  #go(webview: vscode.Webview, place: string): void {
    void webview.postMessage({ kind: 'go', place } satisfies ToPage);
  }

  #show(webview: vscode.Webview, onDispose: (listener: () => void) => vscode.Disposable): ShownPage {
    const page = new ShownPage(webview, this.#options, () => {
      const place = this.#place;
      this.#place = undefined;
      if (place !== undefined) this.#go(webview, place);
    });
    this.#pages.add(page);
    onDispose(() => {
      this.#pages.delete(page);
      page.disconnect();
    });
    return page;
  }
}

class ShownPage {
  readonly #webview: vscode.Webview;
  readonly #options: PageViewsOptions;
  readonly #onOpen: () => void;
  readonly #channels = new Map<number, PersonsChannel>();

  constructor(webview: vscode.Webview, options: PageViewsOptions, onOpen: () => void) {
    this.#webview = webview;
    this.#options = options;
    this.#onOpen = onOpen;
    webview.onDidReceiveMessage((said: unknown) => void this.#received(said));
    this.#load();
  }

  disconnect(): void {
    for (const channel of [...this.#channels.values()]) channel.close();
  }

  #load(): void {
    this.disconnect();
    const program = this.#options.program();
    this.#webview.options = { enableScripts: true, localResourceRoots: program === undefined ? [] : [vscode.Uri.file(program.pages)] };
    this.#webview.html = this.#html(program);
  }

  #html(program: InstalledBinnacle | undefined): string {
    const { version, build } = this.#options;
    if (program === undefined)
      return missingHtml({
        title: 'Binnacle itself is not installed',
        message: 'This extension gives agents the editor. The window that shows their work comes with the program that agents start:',
        command: INSTALL,
      });
    if (program.build !== build)
      return missingHtml({
        title: 'Binnacle and its extension are not of the same version',
        message: `The extension is ${version}, and the program in ${program.pages} is ${program.version}. Update the older one:`,
        command: `${INSTALL}@${version}`,
      });
    const shell = readFileSync(join(program.pages, 'index.html'), 'utf8');
    const addressOf = (file: string) => this.#webview.asWebviewUri(vscode.Uri.file(join(program.pages, file))).toString();
    const html = pageHtml(shell, { addressOf, source: this.#webview.cspSource });
    return (
      html ?? missingHtml({ title: 'The window cannot be shown', message: `What is in ${program.pages} is not its page. Install it anew:`, command: INSTALL })
    );
  }

  async #received(said: unknown): Promise<void> {
    const message = webviewMessage(said);
    if (message === undefined) return;
    if (message.kind === 'open') this.#open(message.connection);
    else if (message.kind === 'say') this.#channels.get(message.connection)?.send(message.text);
    else if (message.kind === 'close') this.#channels.get(message.connection)?.close();
    else if (message.kind === 'reload') {
      this.#options.servers.shown.renew();
      this.#load();
    } else if (message.kind === 'install') {
      // A person presses Enter, or does not.
      const terminal = vscode.window.createTerminal('Install Binnacle');
      terminal.show();
      terminal.sendText(INSTALL, false);
    } else if (message.kind === 'saveText') await saveText(message.name, message.text);
    else
      await this.#options.openFile(message.project, message.file, message.line).catch((error: unknown) => {
        void vscode.window.showWarningMessage(error instanceof Error ? error.message.replaceAll('](', '] (') : 'The file cannot be opened.');
      });
  }

  #open(connection: number): void {
    const post = (message: ToPage) => void this.#webview.postMessage(message);
    // A page that was loaded anew counts from one again.
    this.#channels.get(connection)?.close();
    const channel = this.#options.servers.shown.open({
      text: (text) => post({ kind: 'text', connection, text }),
      bytes: (bytes) => post({ kind: 'bytes', connection, bytes: new Uint8Array(bytes) }),
      closed: () => {
        if (this.#channels.get(connection) === channel) this.#channels.delete(connection);
        post({ kind: 'closed', connection });
      },
    });
    this.#channels.set(connection, channel);
    this.#onOpen();
  }
}

async function saveText(name: string, text: string): Promise<void> {
  const base = vscode.workspace.workspaceFolders?.[0]?.uri;
  const plain = name.replace(/[^\w.-]/g, '_');
  const file = await vscode.window.showSaveDialog(base === undefined ? {} : { defaultUri: vscode.Uri.joinPath(base, plain) });
  if (file !== undefined) await vscode.workspace.fs.writeFile(file, Buffer.from(text));
}
