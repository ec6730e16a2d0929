// What a link inside the page leads to in a webview, where VS Code follows none by itself: a place in the page, or a file in the editor beside it.
import { say } from '../wire/webview.ts';
import { parseRoute } from './route.ts';
import { go } from './router.ts';

export function followLinks(): void {
  addEventListener('click', ({ target, button }) => {
    const link = target instanceof Element ? target.closest('a[href^="#/"]') : null;
    if (link === null || button !== 0) return;
    const { view, id, query } = parseRoute(link.getAttribute('href') ?? '');
    const { project, line } = query;
    if (view !== 'files' || id === undefined || project === undefined) go(view, id, query);
    else say({ kind: 'openFile', project, file: id, ...(line !== undefined && { line: Number(line) }) });
  });
}
