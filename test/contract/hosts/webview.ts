// The page of the window as a webview of VS Code: its frame, and the place that it shows.
import { setTimeout as pause } from 'node:timers/promises';
import type { Frame, Page } from 'playwright-core';
import { expect } from 'vitest';
import { minutes, seconds } from '../../../src/base/waiting/duration.ts';

// Once it is connected. VS Code replaces the frames of a webview, and one that goes may never answer.
export async function webviewIn(page: Page): Promise<Frame> {
  const isPage = (frame: Frame) =>
    Promise.race([
      frame.evaluate('document.querySelector(".server .status-ok") !== null && window.isLeft !== true').catch(() => false),
      pause(seconds(2)).then(() => false),
    ]);
  let found: Frame | undefined;
  await expect
    .poll(
      async () => {
        for (const frame of page.frames()) if (await isPage(frame)) found = frame;
        return found !== undefined && !found.isDetached();
      },
      { timeout: minutes(1) },
    )
    .toBe(true);
  if (found === undefined) throw new Error('the page is not there');
  return found;
}

export async function go(frame: Frame, place: string): Promise<void> {
  await frame.evaluate(`location.hash = ${JSON.stringify(place)}`);
}
