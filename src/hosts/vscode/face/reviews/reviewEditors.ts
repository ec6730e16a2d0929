// Reviews in VS Code's own diff editors: opened, decided in their title bar, and closed when somebody has decided elsewhere.
import * as vscode from 'vscode';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { GivenAnswer } from '../../../../dashboard/protocol/shownReviews.ts';
import { IdeError } from '../../../../ide/errors/errors.ts';
import { HunkMarks } from './hunkMarks.ts';
import { OpenReview } from './openReview.ts';
import { addressOf, placeIn, ReviewDocuments } from './reviewDocuments.ts';
import { harmless, whoAsks } from './reviewTexts.ts';
import type { ListedReview, WaitingReviews } from './waitingReviews.ts';

// A review that has just come into view is not decided by what was pressed for something else.
const IN_SIGHT = seconds(0.7);
const LONGEST_WORD = seconds(6);
// As they name themselves to a server.
const INSIDE_EDITORS = /visual studio code|vscode|code-?oss|codium|copilot|cursor|windsurf|cline|roo|kilo|continue/i;

export interface ReviewEditorsOptions {
  readonly reviews: WaitingReviews;
  // The pictures of this extension.
  readonly media: vscode.Uri;
  readonly log: { info(text: string): void };
}

export class ReviewEditors implements Disposable {
  readonly #options: ReviewEditorsOptions;
  readonly #open = new Map<string, OpenReview>();
  readonly #documents: ReviewDocuments;
  readonly #marks: HunkMarks;
  readonly #listening: readonly Disposable[];
  readonly #registered: readonly vscode.Disposable[];
  #count = 0;
  // Those in sight, with the time since when.
  #inSight: ReadonlyMap<string, number> = new Map();
  #active: string | undefined;

  constructor(options: ReviewEditorsOptions) {
    this.#options = options;
    const find = (key: string) => this.#open.get(key);
    this.#documents = new ReviewDocuments(find);
    this.#marks = new HunkMarks(options.media, find);
    this.#listening = [options.reviews.onChange(() => void this.#closeDecided())];
    this.#registered = [
      vscode.window.tabGroups.onDidChangeTabs(() => this.#look()),
      vscode.window.tabGroups.onDidChangeTabGroups(() => this.#look()),
      vscode.window.onDidChangeWindowState(() => this.#look()),
    ];
    void this.#closeForgotten();
  }

  // Of the review that the person has before them.
  get active(): OpenReview | undefined {
    return this.#active === undefined ? undefined : this.#open.get(this.#active);
  }

  async show(review: ListedReview): Promise<void> {
    const shown = this.#open.get(review.key) ?? new OpenReview(review, await this.#options.reviews.read(review), ++this.#count);
    this.#open.set(review.key, shown);
    const [first, ...more] = shown.files;
    if (first === undefined) await vscode.window.showTextDocument(addressOf(shown, 'words'), { preview: false });
    else if (more.length === 0)
      await vscode.commands.executeCommand('vscode.diff', addressOf(shown, 'before'), addressOf(shown, 'after'), shown.title, { preview: false });
    else {
      const files = shown.files.map((_, file) => [addressOf(shown, 'after', file), addressOf(shown, 'before', file), addressOf(shown, 'after', file)]);
      await vscode.commands.executeCommand('vscode.changes', shown.title, files);
    }
    this.#look();
    this.#marks.draw();
  }

  isInSight(key: string): boolean {
    return this.#inSight.has(key);
  }

  // About the one at whose title a person pressed, or that is before them.
  async decide(decision: GivenAnswer['decision'], title: unknown): Promise<void> {
    const key = title instanceof vscode.Uri ? placeIn(title)?.key : undefined;
    const shown = key === undefined ? this.active : this.#open.get(key);
    if (shown === undefined) return say('No review is before you. Open one first.');
    const since = this.#inSight.get(shown.review.key);
    if (since === undefined || Date.now() - since < IN_SIGHT) return say('Nothing was decided: the review came into sight just now. Press again.');
    if (decision === 'accept' && shown.hunkCount > 0 && shown.takenCount === 0) return say('All hunks are left out. Take some, or reject the review.');
    const note = decision === 'sendBack' ? await vscode.window.showInputBox({ title: 'Send back', prompt: 'What shall the agent do instead?' }) : undefined;
    if (decision === 'sendBack' && note === undefined) return;
    if (decision === 'accept' && !(await isMeant(shown))) return;
    try {
      await this.#options.reviews.answer(shown.review, shown.answer(decision, note));
    } catch (error) {
      if (!(error instanceof IdeError)) throw error;
      say(`${error.message} ${error.next}`);
      return;
    }
    this.#options.log.info(`in VS Code: the review ${shown.review.id} was answered: ${decision}`);
    await this.#close(shown);
  }

  // Of the hunk that is named, or at which the cursor stands.
  toggleHunk(key: unknown, number: unknown): void {
    const editor = vscode.window.activeTextEditor;
    const place = editor && placeIn(editor.document.uri);
    const named = typeof key === 'string' && typeof number === 'number' ? { shown: this.#open.get(key), number } : undefined;
    const shown = named?.shown ?? (place && this.#open.get(place.key));
    const hunk = named?.number ?? (editor && place?.side === 'after' ? shown?.hunkAt(place.file, editor.selection.active.line)?.number : undefined);
    if (shown === undefined || hunk === undefined) say('Put the cursor into a hunk on the right side, then press again.');
    else {
      shown.toggle(hunk);
      this.#marks.draw();
      say(`${shown.takenCount} of ${shown.hunkCount} hunks will be taken.`);
    }
  }

  [Symbol.dispose](): void {
    for (const each of [...this.#listening, this.#documents, this.#marks]) each[Symbol.dispose]();
    for (const each of this.#registered) each.dispose();
  }

  // Which are in sight, and since when: none while the window is behind others.
  #look(): void {
    const { activeTabGroup, all } = vscode.window.tabGroups;
    const isFocused = vscode.window.state.focused;
    const keyOf = (tab: vscode.Tab | undefined) => (tab === undefined || !isFocused ? undefined : this.#keyOf(tab));
    const before = this.#inSight;
    const keys = all.flatMap(({ activeTab }) => keyOf(activeTab) ?? []);
    this.#inSight = new Map(keys.map((key) => [key, before.get(key) ?? Date.now()]));
    this.#active = keyOf(activeTabGroup.activeTab);
    const { active } = this;
    void vscode.commands.executeCommand('setContext', 'binnacle.reviewIsActive', active !== undefined);
    void vscode.commands.executeCommand('setContext', 'binnacle.reviewHasHunks', (active?.hunkCount ?? 0) > 1);
  }

  #keyOf({ input, label }: vscode.Tab): string | undefined {
    if (input instanceof vscode.TabInputTextDiff) return placeIn(input.modified)?.key;
    if (input instanceof vscode.TabInputText) return placeIn(input.uri)?.key;
    const modified = modifiedOfSeveral(input);
    if (modified !== undefined) return placeIn(modified)?.key;
    // Of an editor for several files an older VS Code says only its title, which begins with the review's number.
    return input === undefined ? [...this.#open.values()].find(({ title }) => label.startsWith(title))?.review.key : undefined;
  }

  // Whoever was first has decided.
  async #closeDecided(): Promise<void> {
    for (const shown of [...this.#open.values()]) {
      const now = this.#options.reviews.find(shown.review.key);
      if (now !== undefined && now.decided === undefined) continue;
      const isShown = this.#tabsOf(shown).length > 0;
      await this.#close(shown);
      if (isShown) say(`${shown.title} is over: ${now?.decided === undefined ? 'its agent does not wait any more' : endIn(now.decided)}.`);
    }
  }

  async #close(shown: OpenReview): Promise<void> {
    const tabs = this.#tabsOf(shown);
    this.#open.delete(shown.review.key);
    await vscode.window.tabGroups.close(tabs, true);
    this.#look();
  }

  #tabsOf(shown: OpenReview): readonly vscode.Tab[] {
    return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => this.#keyOf(tab) === shown.review.key);
  }

  // VS Code keeps tabs over a reload, and nobody knows what theirs were about.
  async #closeForgotten(): Promise<void> {
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: each }) => each).filter((tab) => this.#keyOf(tab) !== undefined);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
  }
}

// Agents inside an editor may run its commands, this one too; what they cannot do is answer a dialog.
async function isMeant({ review, takenCount, hunkCount }: OpenReview): Promise<boolean> {
  if (!review.isOfWindow && !INSIDE_EDITORS.test(review.author)) return true;
  const accept = 'Accept';
  const what = takenCount === hunkCount ? 'it' : `${takenCount} of ${hunkCount} hunks`;
  return (await vscode.window.showWarningMessage(`${whoAsks(review)}. Accept ${what}?`, { modal: true }, accept)) === accept;
}

function endIn({ decision, how, by }: { readonly decision: string; readonly how: string; readonly by?: string | undefined }): string {
  return `${decision === 'none' ? '' : `${decision}, `}${harmless(how)}${by === undefined ? '' : ` (${harmless(by)})`}`;
}

function say(words: string): void {
  vscode.window.setStatusBarMessage(words, LONGEST_WORD);
}

// Of the first of several files: VS Code has the class of such an editor, and does not declare it yet.
function modifiedOfSeveral(input: unknown): vscode.Uri | undefined {
  if (typeof input !== 'object' || input === null || !('textDiffs' in input) || !Array.isArray(input.textDiffs)) return undefined;
  const [first]: unknown[] = input.textDiffs;
  const modified = typeof first === 'object' && first !== null && 'modified' in first ? first.modified : undefined;
  return modified instanceof vscode.Uri ? modified : undefined;
}
