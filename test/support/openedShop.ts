// A project of an agent, and the window in a real browser beside it: what most tests of the window begin with.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { configurationFolder } from '../../src/daemon/folders.ts';
import { Agent } from '../faults/agent.ts';
import { binnacle, type Home, run, temporaryHome } from './builtProgram.ts';
import { type OpenOptions, type WindowBrowser, type WindowPage, windowBrowser } from './windowPage.ts';

export interface OpenedShop extends AsyncDisposable {
  readonly home: Home;
  readonly folder: string;
  // With every tool.
  readonly agent: Agent;
  readonly browser: WindowBrowser;
  readonly opened: WindowPage;
  readonly page: Page;
}

export interface ShopOptions extends OpenOptions {
  // Edits ask a person, who is in the window.
  readonly asksEdits?: boolean;
}

// Its files by their paths in it. A person has trusted it.
export async function openedShop(files: Readonly<Record<string, string>>, { asksEdits = false, ...options }: ShopOptions = {}): Promise<OpenedShop> {
  const parts: AsyncDisposable[] = [];
  const dispose = async () => {
    for (const part of parts.toReversed()) await part[Symbol.asyncDispose]();
  };
  const own = <Part extends AsyncDisposable>(part: Part): Part => {
    parts.push(part);
    return part;
  };
  try {
    const home = own(await temporaryHome());
    const folder = join(home.folder, 'shop');
    await mkdir(folder, { recursive: true });
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }
    if (asksEdits) {
      const configuration = configurationFolder(home.environment);
      await mkdir(configuration, { recursive: true });
      await writeFile(join(configuration, 'policy.json'), JSON.stringify({ effects: { edits: 'ask' } }));
    }
    await run([process.execPath, binnacle, 'trust', folder], { environment: home.environment, folder, bound: 30_000 });
    const agent = own(new Agent(home, { folder, parameters: ['--toolset', 'all'] }));
    await agent.initialize();
    const browser = own(await windowBrowser());
    const opened = own(await browser.open(home, options));
    return { home, folder, agent, browser, opened, page: opened.page, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
