// What a person sees of agents inside VS Code, put together: the page, the reviews in diff editors, and the calls for them.
import * as vscode from 'vscode';
import { build } from '../../../base/version.ts';
import type { InstalledBinnacle } from '../../../daemon/installedProgram.ts';
import type { OpenWindow } from '../../../daemon/openWindow.ts';
import { daemonPages } from '../../../daemon/windows/daemonPages.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { PageViews } from './page/pageViews.ts';
import { ShownServers } from './page/shownServer.ts';
import { ReviewEditors } from './reviews/reviewEditors.ts';
import { ReviewNotice } from './reviews/reviewNotice.ts';
import { harmless, whoAsks } from './reviews/reviewTexts.ts';
import { type ListedReview, WaitingReviews } from './reviews/waitingReviews.ts';

export interface InsideOptions {
  readonly window: Pick<OpenWindow, 'log' | 'parts' | 'pages' | 'daemons' | 'state'>;
  readonly program: () => InstalledBinnacle | undefined;
  readonly extension: string;
  readonly version: string;
}

export interface InsideWindow extends Disposable {
  readonly pages: PageViews;
  readonly reviews: WaitingReviews;
  readonly editors: ReviewEditors;
  // One of them, or the one that the person chooses.
  showReviews(waiting: readonly ListedReview[]): Promise<void>;
}

export function openInside({ window, program, extension, version }: InsideOptions): InsideWindow {
  const { log, parts, state } = window;
  const { workbench } = parts;
  const doorOf = (pid: number) => daemonPages(state, pid);
  const servers = new ShownServers({ own: window.pages, daemons: window.daemons, doorOf, onTrouble: (what) => log.warn(`the page in VS Code: ${what}`) });
  const reviews = new WaitingReviews({ servers, projects: () => workbench.projects().map(({ path }) => path) });
  const media = vscode.Uri.joinPath(vscode.Uri.file(extension), 'media');
  const editors = new ReviewEditors({ reviews, media, log });
  const openFile = async (project: string, file: string, line: number | undefined) => {
    const uri = await workbench.ide(project)?.documents.locate(file);
    if (uri === undefined) throw new TypeError(`${harmless(project, 1_000)} is not open in this window.`);
    const at = line === undefined ? undefined : new vscode.Range(line - 1, 0, line - 1, 0);
    await vscode.window.showTextDocument(vscode.Uri.parse(uri, true), at === undefined ? {} : { selection: at });
  };
  const pages = new PageViews({ servers, program, version, build, openFile });
  const showReviews = async (waiting: readonly ListedReview[]) => {
    const chosen = await chosenReview(waiting);
    if (chosen === undefined) return;
    await editors.show(chosen).catch((error: unknown) => {
      if (!(error instanceof IdeError)) throw error;
      vscode.window.setStatusBarMessage(`${error.message} ${error.next}`, 6_000);
    });
  };
  const notice = new ReviewNotice({
    reviews,
    isSeen: ({ key }) => editors.isInSight(key) || (vscode.window.state.focused && pages.isVisible),
    show: (waiting) => void showReviews(waiting),
  });
  const present = () => reviews.isLookedAt(vscode.window.state.focused);
  const focus = vscode.window.onDidChangeWindowState(present);
  present();
  return {
    pages,
    reviews,
    editors,
    showReviews,
    [Symbol.dispose]() {
      focus.dispose();
      for (const each of [notice, editors, pages, reviews, servers]) each[Symbol.dispose]();
    },
  };
}

async function chosenReview(waiting: readonly ListedReview[]): Promise<ListedReview | undefined> {
  if (waiting.length > 1) {
    const items = waiting.map((review) => ({ label: harmless(review.title), description: whoAsks(review), review }));
    return (await vscode.window.showQuickPick(items, { title: 'Binnacle: reviews that wait for you', placeHolder: 'Which one?' }))?.review;
  }
  if (waiting.length === 0) vscode.window.setStatusBarMessage('No review waits for you.', 6_000);
  return waiting[0];
}
