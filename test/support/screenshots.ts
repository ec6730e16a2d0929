// Screenshots of the window for the guide, taken by the tests that walk through it: only where BINNACLE_SCREENSHOTS names a folder.
import { mkdir } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import type { Home } from './builtProgram.ts';

// As wide as the pages of the guide show them without scaling, so that two machines make the same screenshot of the same page.
export const SCREENSHOT = {
  width: 1_280,
  theme: 'light',
  more: { viewport: { width: 1_280, height: 720 }, deviceScaleFactor: 1, reducedMotion: 'reduce' },
} as const;

const OURS = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
// In the page: paths in text become those of somebody's ordinary home, and what is left of the others is returned.
const SHOWN_ELSEWHERE = `(places, secrets) => {
  const changed = [];
  const replace = (nodes) => {
    const before = nodes.map((node) => node.data);
    const text = places.reduce((shown, [from, to]) => shown.replaceAll(from, to), before.join(''));
    if (text === before.join('')) return;
    nodes.forEach((node, index) => {
      changed.push([node, before[index]]);
      node.data = index === nodes.length - 1 ? text : '';
    });
  };
  // A long path has a place to break behind each folder.
  for (const place of document.querySelectorAll('wbr')) {
    if (place.previousSibling?.previousSibling?.nodeName === 'WBR') continue;
    const nodes = [place.previousSibling];
    for (let next = place; next?.nodeName === 'WBR'; next = next.nextSibling?.nextSibling) nodes.push(next.nextSibling);
    if (nodes.every((node) => node?.nodeType === Node.TEXT_NODE)) replace(nodes);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) replace([node]);
  window.putBack = () => { for (const [node, before] of changed) node.data = before; };
  return secrets.filter((secret) => document.body.innerText.includes(secret));
}`;

export async function takeScreenshot(page: Page, name: string, home: Pick<Home, 'folder'>): Promise<void> {
  const folder = process.env['BINNACLE_SCREENSHOTS'];
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const places = [
    [home.folder, '/home/you'],
    [OURS, '/home/you/binnacle'],
    [process.execPath, '/usr/bin/node'],
  ];
  const secrets = [tmpdir(), homedir(), OURS].filter((path) => path !== '/');
  const left = z.array(z.string()).parse(await page.evaluate(`(${SHOWN_ELSEWHERE})(${JSON.stringify(places)}, ${JSON.stringify(secrets)})`));
  if (left.length > 0) throw new Error(`the screenshot ${name} would show ${left.join(' and ')}`);
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
  await page.evaluate('window.putBack()');
}
