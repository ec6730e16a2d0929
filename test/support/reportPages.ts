// A test of the window that fails says what its pages showed: a wait that ran out says only what was not there.
import { afterEach } from 'vitest';
import { openPages } from './windowPage.ts';

const MOST_CHARACTERS = 6_000;

afterEach(async ({ task }) => {
  const [error] = task.result?.errors ?? [];
  if (error === undefined) return;
  for (const page of openPages) {
    const shown = await page.locator('body').ariaSnapshot().catch(String);
    error.message += `\nThe page at ${new URL(page.url()).hash} showed:\n${shown.slice(0, MOST_CHARACTERS)}`;
  }
});
