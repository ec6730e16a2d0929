// The real editors of this window: their tabs, cursors, selections and unsaved texts, as far as they are of one project.
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { isFileUri, pathOf } from '../../../base/files/fileUri.ts';
import type { Log } from '../../../base/log.ts';
import { hashOfText } from '../../../base/text/textHash.ts';
import { milliseconds, seconds } from '../../../base/waiting/duration.ts';
import type { Documents } from '../../../ide/doors/documents.ts';
import type { Editor, EditorEvent, EditorMention, EditorTab, OpenedHow, SelectedText, UnsavedText } from '../../../ide/doors/editor.ts';
import { notOpen, unsavedIsStale, unsavedText } from '../../../ide/errors/editorErrors.ts';
import { cancelled, engineFailed, outsideProject } from '../../../ide/errors/errors.ts';
import type { Project } from '../../../ide/ide.ts';
import type { Range } from '../../../ide/text.ts';
import { EditorEvents } from '../../../machine/editor/editorEvents.ts';
import { ask, ENGINE, openDocument, portUri, within } from '../ask.ts';
import { portRange, vscodeRange } from './ranges.ts';
import { fileIn } from './shownFiles.ts';
import { UnsavedBases } from './unsavedBases.ts';
import type { VscodeHeldTexts } from './vscodeHeldTexts.ts';

export interface VscodeEditorOptions {
  readonly project: Project;
  // Of the disk alone.
  readonly disk: Documents;
  readonly held: VscodeHeldTexts;
  readonly log: Log;
}

const BEGINNING: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
// VS Code reports its tabs a moment after it has opened or closed one.
const LONGEST_REPORT = seconds(10);
const LONGEST_SAVE = seconds(60);
const BETWEEN_LOOKS = milliseconds(20);

export class VscodeEditor implements Editor, Disposable {
  readonly #project: Project;
  readonly #disk: Documents;
  readonly #held: VscodeHeldTexts;
  readonly #log: Log;
  readonly #events: EditorEvents;
  readonly #bases: UnsavedBases;
  readonly #subscriptions: readonly vscode.Disposable[];
  // Of tabs that are in the background: VS Code tells selections only of editors in view.
  readonly #selections = new Map<string, Range>();
  #latest: SelectedText | undefined;

  constructor({ project, disk, held, log }: VscodeEditorOptions) {
    this.#project = project;
    this.#disk = disk;
    this.#held = held;
    this.#log = log;
    this.#events = new EditorEvents(log, this);
    this.#bases = new UnsavedBases((uri) => this.#isOurs(uri));
    const soon = () => this.#events.soon();
    this.#subscriptions = [
      vscode.window.tabGroups.onDidChangeTabs(soon),
      vscode.window.tabGroups.onDidChangeTabGroups(soon),
      vscode.window.onDidChangeActiveTextEditor(soon),
      vscode.workspace.onDidSaveTextDocument(soon),
      vscode.workspace.onDidChangeTextDocument(soon),
      vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => this.#remember(textEditor)),
    ];
    for (const editor of vscode.window.visibleTextEditors) this.#remember(editor);
    this.#events.begin();
  }

  tabs(): readonly EditorTab[] {
    const found = new Map<string, EditorTab>();
    for (const group of vscode.window.tabGroups.all)
      for (const tab of group.tabs) {
        const uri = fileIn(tab);
        if (uri === undefined || !this.#isOurs(uri)) continue;
        const isActive = tab.isActive && group.isActive;
        // A file that is shown twice has one tab here; the one in use counts.
        if (!found.has(uri) || isActive) found.set(uri, this.#tab(uri, tab, isActive));
      }
    return [...found.values()];
  }

  // Tabs in the background hold no text until somebody looks at them, or asks.
  async settle(signal: AbortSignal): Promise<void> {
    await this.#disk.settle(signal);
    for (const { uri } of this.tabs()) if (documentAt(uri) === undefined) await openDocument(uri, signal).catch(() => undefined);
    if (signal.aborted) throw cancelled();
  }

  async open(given: string, { selection, inBackground = false, isPreview = false }: OpenedHow, signal: AbortSignal): Promise<EditorTab> {
    if (!isFileUri(given)) throw outsideProject(given, this.#project.path);
    const uri = await this.#disk.locate(pathOf(given));
    // Refused in the words of every other tool.
    if (documentAt(uri)?.isDirty !== true) await this.#disk.read(uri, signal);
    const before = vscode.window.activeTextEditor;
    await this.#show(uri, selection, isPreview, signal);
    if (inBackground && before !== undefined && portUri(before.document.uri) !== uri)
      await within(LONGEST_REPORT, signal, () =>
        vscode.window.showTextDocument(before.document, { viewColumn: before.viewColumn ?? vscode.ViewColumn.Active }),
      );
    return this.#reported(uri, inBackground ? undefined : true, signal);
  }

  async close(uri: string, unsaved: 'keep' | 'discard'): Promise<boolean> {
    const tabs = tabsOf(uri);
    if (tabs.length === 0) return false;
    const { signal } = new AbortController();
    if (documentAt(uri)?.isDirty === true) {
      if (unsaved === 'keep') throw unsavedText(this.#nameOf(uri));
      // VS Code would ask the person; this one is only for the editor in front.
      await this.#show(uri, undefined, false, signal);
      await ask('workbench.action.files.revert', [], signal);
    }
    if (!(await within(LONGEST_REPORT, signal, () => vscode.window.tabGroups.close(tabsOf(uri), true))))
      throw engineFailed(ENGINE, `the tab of ${this.#nameOf(uri)} stays open`);
    await this.#until(() => tabsOf(uri).length === 0, signal);
    this.#selections.delete(uri);
    return true;
  }

  async select(uri: string, range: Range, signal: AbortSignal): Promise<EditorTab> {
    this.#mustBeOpen(uri);
    await this.#show(uri, range, false, signal);
    return this.#reported(uri, true, signal);
  }

  selected(uri?: string): SelectedText | undefined {
    const wanted = uri ?? this.tabs().find(({ isActive }) => isActive)?.uri;
    const document = wanted === undefined ? undefined : documentAt(wanted);
    if (wanted === undefined || document === undefined || !this.#isOurs(wanted)) return undefined;
    const range = this.#selectionOf(wanted);
    return { uri: wanted, range, text: document.getText(vscodeRange(range)) };
  }

  latestSelection(): SelectedText | undefined {
    return this.#latest;
  }

  unsaved(uri: string): UnsavedText | undefined {
    const document = documentAt(uri);
    return document?.isDirty === true ? { text: document.getText(), base: this.#bases.of(uri) } : undefined;
  }

  async write(uri: string, { text }: UnsavedText, signal: AbortSignal): Promise<EditorTab> {
    this.#mustBeOpen(uri);
    const document = await openDocument(uri, signal);
    const edit = new vscode.WorkspaceEdit();
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, whole, text);
    if (!(await within(LONGEST_REPORT, signal, () => vscode.workspace.applyEdit(edit))))
      throw engineFailed(ENGINE, `${this.#nameOf(uri)} could not be changed`);
    return this.#reported(uri, undefined, signal);
  }

  discard(uri: string): void {
    const { signal } = new AbortController();
    const document = documentAt(uri);
    if (document?.isDirty !== true) return;
    this.#show(uri, undefined, false, signal)
      .then(() => ask('workbench.action.files.revert', [], signal))
      .catch((error: unknown) => this.#log.warn(`unsaved text of ${this.#nameOf(uri)} could not be discarded: ${String(error)}`));
  }

  // VS Code refuses to write over what others wrote; there the text of the person goes to disk by way of the file as it is now.
  async save(uri: string, others: 'keep' | 'overwrite', signal: AbortSignal): Promise<void> {
    this.#mustBeOpen(uri);
    const document = documentAt(uri);
    if (document?.isDirty !== true) return;
    const base = this.#bases.of(uri);
    const now = await this.#disk.read(uri, signal).then(
      ({ text }) => hashOfText(text),
      () => undefined,
    );
    if (others === 'keep' && base !== now) throw unsavedIsStale(this.#nameOf(uri), base, now);
    if (base !== now) await this.#onTopOf(document, signal);
    if (!(await within(LONGEST_SAVE, signal, () => document.save()))) throw unsavedIsStale(this.#nameOf(uri), base, now);
  }

  // VS Code saves by itself.
  saved(): void {}

  mention(mention: EditorMention): number {
    return this.#events.mention(mention);
  }

  onMention(listener: (mention: EditorMention) => boolean): Disposable {
    return this.#events.onMention(listener);
  }

  onEvent(listener: (event: EditorEvent) => void): Disposable {
    return this.#events.onEvent(listener);
  }

  [Symbol.dispose](): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#bases[Symbol.dispose]();
    this.#events.close();
  }

  // The text of the disk first, then the person's own as an edit of it.
  async #onTopOf(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    const uri = portUri(document.uri);
    const text = document.getText();
    await this.#show(uri, undefined, false, signal);
    await ask('workbench.action.files.revert', [], signal);
    await this.#until(() => !document.isDirty, signal);
    await this.#held.write([{ uri, before: document.getText(), after: text }]);
  }

  #tab(uri: string, tab: vscode.Tab, isActive: boolean): EditorTab {
    const document = documentAt(uri);
    const isUnsaved = document?.isDirty ?? tab.isDirty;
    return {
      uri,
      languageId: document?.languageId ?? '',
      lineCount: document?.lineCount ?? 0,
      isActive,
      isPreview: tab.isPreview,
      isUnsaved,
      isStale: isUnsaved && this.#bases.isStale(uri),
      selection: this.#selectionOf(uri),
    };
  }

  async #show(uri: string, selection: Range | undefined, isPreview: boolean, signal: AbortSignal): Promise<void> {
    const document = await openDocument(uri, signal);
    const column = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some((tab) => fileIn(tab) === uri))?.viewColumn;
    const how = { preview: isPreview, ...(column !== undefined && { viewColumn: column }), ...(selection && { selection: vscodeRange(selection) }) };
    const editor = await within(LONGEST_REPORT, signal, () => vscode.window.showTextDocument(document, how));
    this.#remember(editor);
  }

  async #reported(uri: string, isActive: true | undefined, signal: AbortSignal): Promise<EditorTab> {
    await this.#until(() => this.tabs().some((tab) => tab.uri === uri && (isActive === undefined || tab.isActive)), signal);
    const tab = this.tabs().find((one) => one.uri === uri);
    if (tab === undefined) throw engineFailed(ENGINE, `${this.#nameOf(uri)} was not opened`);
    this.#events.soon();
    return tab;
  }

  async #until(condition: () => boolean, signal: AbortSignal): Promise<void> {
    const deadline = Date.now() + LONGEST_REPORT;
    while (!condition() && Date.now() < deadline) {
      if (signal.aborted) throw cancelled();
      await pause(BETWEEN_LOOKS);
    }
  }

  #remember(editor: vscode.TextEditor): void {
    const uri = portUri(editor.document.uri);
    if (!this.#isOurs(uri)) return;
    const range = portRange(editor.selection);
    this.#selections.set(uri, range);
    const text = editor.document.getText(editor.selection);
    if (text !== '') this.#latest = { uri, range, text };
    this.#events.soon();
  }

  #selectionOf(uri: string): Range {
    const visible = vscode.window.visibleTextEditors.find(({ document }) => portUri(document.uri) === uri);
    return visible === undefined ? (this.#selections.get(uri) ?? BEGINNING) : portRange(visible.selection);
  }

  #mustBeOpen(uri: string): void {
    const open = this.tabs();
    if (open.some((tab) => tab.uri === uri)) return;
    throw notOpen(
      this.#nameOf(uri),
      open.map((tab) => this.#nameOf(tab.uri)),
    );
  }

  #isOurs(uri: string): boolean {
    return uri.startsWith(`${this.#project.uri}/`);
  }

  #nameOf(uri: string): string {
    return this.#isOurs(uri) ? decodeURIComponent(uri.slice(this.#project.uri.length + 1)) : pathOf(uri);
  }
}

function documentAt(uri: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find((document) => portUri(document.uri) === uri);
}

function tabsOf(uri: string): readonly vscode.Tab[] {
  return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter((tab) => fileIn(tab) === uri));
}
