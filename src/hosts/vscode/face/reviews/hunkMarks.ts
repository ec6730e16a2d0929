// Which hunks of a review are taken, drawn into its text: a box beside each, a word behind it, and a lens above it where the person has lenses in diffs.
import * as vscode from 'vscode';
import type { OpenReview, PlacedHunk } from './openReview.ts';
import { placeIn, REVIEW_SCHEME } from './reviewDocuments.ts';
import { noteOf } from './reviewTexts.ts';

const TOGGLE_HUNK = 'binnacle.toggleHunk';

export class HunkMarks implements Disposable {
  readonly #find: (key: string) => OpenReview | undefined;
  readonly #taken: vscode.TextEditorDecorationType;
  readonly #leftOut: vscode.TextEditorDecorationType;
  readonly #lenses = new vscode.EventEmitter<void>();
  readonly #registered: readonly vscode.Disposable[];

  constructor(media: vscode.Uri, find: (key: string) => OpenReview | undefined) {
    this.#find = find;
    const icon = (name: string) => ({
      light: { gutterIconPath: vscode.Uri.joinPath(media, `${name}-light.svg`) },
      dark: { gutterIconPath: vscode.Uri.joinPath(media, `${name}-dark.svg`) },
      gutterIconSize: 'contain',
    });
    this.#taken = vscode.window.createTextEditorDecorationType(icon('taken'));
    this.#leftOut = vscode.window.createTextEditorDecorationType(icon('left-out'));
    this.#registered = [
      vscode.window.onDidChangeVisibleTextEditors(() => this.draw()),
      vscode.languages.registerCodeLensProvider(
        { scheme: REVIEW_SCHEME },
        { onDidChangeCodeLenses: this.#lenses.event, provideCodeLenses: (document) => this.#lensesOf(document) },
      ),
    ];
  }

  // Anew, because a hunk is taken or left out.
  draw(): void {
    this.#lenses.fire();
    for (const editor of vscode.window.visibleTextEditors) {
      const shown = this.#shownIn(editor.document);
      if (shown === undefined) continue;
      const marks = (isTaken: boolean) => shown.hunks.filter((hunk) => hunk.isTaken === isTaken).map((hunk) => this.#mark(editor.document, shown.review, hunk));
      editor.setDecorations(this.#taken, marks(true));
      editor.setDecorations(this.#leftOut, marks(false));
    }
  }

  [Symbol.dispose](): void {
    for (const registered of [...this.#registered, this.#taken, this.#leftOut, this.#lenses]) registered.dispose();
  }

  #shownIn({ uri }: vscode.TextDocument): { readonly review: OpenReview; readonly hunks: readonly PlacedHunk[] } | undefined {
    const place = placeIn(uri);
    const review = place?.side === 'after' ? this.#find(place.key) : undefined;
    return place === undefined || review === undefined ? undefined : { review, hunks: review.hunks(place.file) };
  }

  #mark(document: vscode.TextDocument, review: OpenReview, hunk: PlacedHunk): vscode.DecorationOptions {
    const line = document.lineAt(Math.min(hunk.newStart, document.lineCount - 1));
    // Only our own words are in it.
    const hover = new vscode.MarkdownString(
      `[${hunk.isTaken ? 'Leave this hunk out' : 'Take this hunk'}](command:${TOGGLE_HUNK}?${argumentsOf(review, hunk)})`,
    );
    hover.isTrusted = { enabledCommands: [TOGGLE_HUNK] };
    const words = `${hunk.isTaken ? '☑' : '☐ left out:'} hunk ${hunk.number} of ${review.hunkCount}${noteOf(hunk)}`;
    const after = { contentText: words, margin: '0 0 0 3em', color: new vscode.ThemeColor('editorCodeLens.foreground'), fontStyle: 'italic' };
    return { range: line.range, hoverMessage: hover, renderOptions: { after } };
  }

  #lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
    const shown = this.#shownIn(document);
    return (shown?.hunks ?? []).map((hunk) => {
      const line = Math.min(hunk.newStart, document.lineCount - 1);
      const title = hunk.isTaken ? `☑ Hunk ${hunk.number} is taken: leave it out` : `☐ Hunk ${hunk.number} is left out: take it`;
      return new vscode.CodeLens(new vscode.Range(line, 0, line, 0), { title, command: TOGGLE_HUNK, arguments: [shown?.review.review.key, hunk.number] });
    });
  }
}

function argumentsOf({ review }: OpenReview, { number }: PlacedHunk): string {
  return encodeURIComponent(JSON.stringify([review.key, number]));
}
