// A page that is reloaded while it opens: whatever has and has not arrived by then, the link that a person got is enough.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { linkOf } from '../support/windowClient.ts';
import { type WindowBrowser, windowBrowser } from '../support/windowPage.ts';

let home: Home;
let browser: WindowBrowser;

beforeAll(async () => {
  home = await temporaryHome();
  await shopIn(home);
  browser = await windowBrowser();
});
afterAll(async () => {
  await browser?.[Symbol.asyncDispose]();
  await home?.[Symbol.asyncDispose]();
});

// The kinds of messages that never arrive, in either direction, until the page is loaded again.
test.each([
  { never: 'hello', address: /#code=.{43}$/ },
  { never: 'challenge', address: /#code=.{43}$/ },
  { never: 'proof', address: /\/window\/$/ },
  { never: 'welcome', address: /\/window\/$/ },
])('a reload before "$never" has arrived needs no new link', async ({ never, address }) => {
  const link = await linkOf(home);
  await using context = await browser.browser.newContext();
  const page = await context.newPage();
  let isCut = true;
  let isReached = false;
  await page.routeWebSocket(/\/window\/socket$/, (socket) => {
    const daemon = socket.connectToServer();
    const passes = (text: string | Buffer) => {
      if (!isCut || JSON.parse(text.toString()).kind !== never) return true;
      isReached = true;
      return false;
    };
    socket.onMessage((text) => passes(text) && daemon.send(text));
    daemon.onMessage((text) => passes(text) && socket.send(text));
  });
  await page.goto(link);
  await expect.poll(() => isReached).toBe(true);
  await expect.poll(() => page.url()).toMatch(address);
  isCut = false;
  await page.reload();
  await page.getByText('Connect an agent').waitFor();
  expect(new URL(page.url()).hash).toBe('');
});

test('a link that opens nothing does not stay in the address, and takes no window away', async () => {
  await using opened = await browser.open(home);
  const { page } = opened;
  await page.getByText('Connect an agent').waitFor();
  await page.goto('about:blank');
  await page.goto(`${new URL(await linkOf(home)).origin}/window/#${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'Not opened by you' }).waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await page.reload();
  await page.getByText('Connect an agent').waitFor();
});
