// binnacle open: a person's window in their browser, by a link that works once.
import { realpathSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { build } from '../base/version.ts';
import { seconds } from '../base/waiting/duration.ts';
import { attach, connected } from '../daemon/door/attach.ts';
import { stateFolder } from '../daemon/folders.ts';
import type { Instance } from '../daemon/instances/discovery.ts';
import { onlyForPeople } from '../daemon/people/lineage.ts';
import { askForLink, type GivenLink } from '../daemon/people/windowLink.ts';
import { windowUnavailable } from '../ide/errors/windowErrors.ts';
import { openBrowser } from './browser.ts';
import { remark, say } from './screen.ts';

const LONGEST_THOUGHT = seconds(60);

export interface OpenFlags {
  readonly print?: boolean;
}

export async function openWindowOf(flags: OpenFlags, program: string): Promise<void> {
  const state = stateFolder();
  await onlyForPeople('binnacle open', state);
  await confirmInEditor();
  const { socket, instance } = await attach({ state, build, project: realpathSync(process.cwd()), program });
  using link = await askForLink(socket, instance.key);
  if (flags.print) say(link.url);
  else await show(link);
}

// The one that runs in this very terminal.
export async function openWindowOfInstance(instance: Instance): Promise<void> {
  const socket = await connected(instance.socket);
  if (socket === undefined) throw windowUnavailable('the daemon does not answer.', 'Press o again.');
  using link = await askForLink(socket, instance.key);
  await show(link);
}

async function show(link: GivenLink): Promise<void> {
  const { origin, pathname } = new URL(link.url);
  using browser = await openBrowser(link.url);
  if (!browser.isOpening) {
    remark(`No browser could be started (${browser.why}). Open this yourself within a minute; it works once:`);
    say(link.url);
    // Whoever copies it needs the command to be there, or not: the link does not hang on it.
    return;
  }
  remark(`Opening ${origin}${pathname} in your browser.`);
  if (await link.opened) say('The window is open.');
  else throw windowUnavailable('the browser did not load it within a minute.', 'Try binnacle open --print, and open the link yourself.');
}

// An agent in an editor types into its terminals too, so a person must say that it was them.
async function confirmInEditor(): Promise<void> {
  const editor = editorOf(process.env);
  if (editor === undefined) return;
  const refused = windowUnavailable(
    `this is a terminal of ${editor}, where an agent may type too, and nobody has confirmed it.`,
    'Answer yes here, or run binnacle open in another terminal.',
  );
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true) throw refused;
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await asking.question(`This is a terminal of ${editor}, where agents may type too. Was it you who wants to open the window? (yes/no) `, {
      signal: AbortSignal.timeout(LONGEST_THOUGHT),
    });
    if (answer.trim().toLowerCase() !== 'yes') throw refused;
  } catch (error) {
    throw error === refused || (error instanceof Error && error.name === 'AbortError') ? refused : error;
  } finally {
    asking.close();
  }
}

export function editorOf(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  if (environment['TERM_PROGRAM'] === 'vscode') return 'VS Code, or an editor that is built on it';
  if (/jetbrains/i.test(environment['TERMINAL_EMULATOR'] ?? '')) return 'a JetBrains IDE';
  if (environment['ZED_TERM'] !== undefined) return 'Zed';
  return undefined;
}
