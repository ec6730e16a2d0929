// The documents of reviews that are open: addresses of their own, on which nothing can be saved.
import * as vscode from 'vscode';
import type { OpenReview, Side } from './openReview.ts';
import { harmless } from './reviewTexts.ts';

export const REVIEW_SCHEME = 'binnacle-review';

export interface ReviewPlace {
  readonly key: string;
  readonly side: Side;
  // Which of its files, from 0.
  readonly file: number;
}

export class ReviewDocuments implements Disposable {
  readonly #find: (key: string) => OpenReview | undefined;
  readonly #registered: vscode.Disposable;

  constructor(find: (key: string) => OpenReview | undefined) {
    this.#find = find;
    this.#registered = vscode.workspace.registerTextDocumentContentProvider(REVIEW_SCHEME, {
      provideTextDocumentContent: (uri) => {
        const place = placeIn(uri);
        return place === undefined ? undefined : this.#find(place.key)?.text(place.side, place.file);
      },
    });
  }

  [Symbol.dispose](): void {
    this.#registered.dispose();
  }
}

// Its path ends as the file's does, so that VS Code colours it alike.
export function addressOf(review: OpenReview, side: Side, file = 0): vscode.Uri {
  const name = side === 'words' ? review.title : (review.files[file]?.file ?? '');
  const path = `/${harmless(name, 400).replaceAll('\\', '/').replace(/^\/+/, '')}`;
  return vscode.Uri.from({ scheme: REVIEW_SCHEME, path, query: new URLSearchParams({ key: review.review.key, side, file: String(file) }).toString() });
}

// Undefined where it is none of ours.
export function placeIn(uri: vscode.Uri): ReviewPlace | undefined {
  if (uri.scheme !== REVIEW_SCHEME) return undefined;
  const words = new URLSearchParams(uri.query);
  const [key, side, file] = [words.get('key'), words.get('side'), Number(words.get('file'))];
  if (key === null || (side !== 'before' && side !== 'after' && side !== 'words') || !Number.isInteger(file)) return undefined;
  return { key, side, file };
}
