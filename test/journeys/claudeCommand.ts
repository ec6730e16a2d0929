// The real interactive claude command in a terminal, with onboarding and trust behind it and a model on loopback before it.
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Home } from '../support/builtProgram.ts';
import { type Terminal, terminalWith } from '../support/terminal.ts';
import { needs, type Skippable } from '../support/testTools.ts';

export interface ClaudeCommand extends Terminal {
  // Types it, sees it and sends it. No prompt may be said twice in a session, because the screen still shows the first.
  prompt(words: string): Promise<void>;
  // Says yes in the dialog that asks for the edit of this file.
  allow(file: string): Promise<void>;
}

export interface ClaudeStart {
  readonly home: Home;
  readonly folder: string;
  // Where its model listens.
  readonly model: string;
  readonly words?: readonly string[];
  // What starts it, if that is not the command itself; then claude is on the PATH.
  readonly launcher?: readonly string[];
}

// What a person has answered long ago.
export async function settleClaude(home: Home, folders: readonly string[]): Promise<void> {
  const trusted = { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true };
  const settings = {
    hasCompletedOnboarding: true,
    theme: 'dark',
    hasIdeOnboardingBeenShown: { unknown: true },
    hasIdeAutoConnectDialogBeenShown: true,
    customApiKeyResponses: { approved: ['dummy'], rejected: [] },
    projects: Object.fromEntries(folders.map((folder) => [folder, trusted])),
  };
  await writeFile(join(home.folder, '.claude.json'), JSON.stringify(settings));
}

export async function startClaude(context: Skippable, { home, folder, model, words = [], launcher }: ClaudeStart): Promise<ClaudeCommand> {
  const { command } = await needs(context, 'claude-code');
  const { CI: _, ...inherited } = home.environment;
  const environment = {
    ...inherited,
    PATH: `${await onPath(home, command[0] ?? '')}:${inherited['PATH'] ?? ''}`,
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'dummy',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
  };
  const terminal = await terminalWith(context, [...(launcher ?? command), '--model', 'claude-sonnet-4-5', ...words], { folder, environment });
  await terminal.sees('❯');
  return {
    ...terminal,
    async prompt(said) {
      terminal.press(said);
      await terminal.sees(said);
      terminal.press('\r');
    },
    async allow(file) {
      await terminal.sees(`Do you want to make this edit to ${file}?`);
      // It takes no keys in its first moments, so that nobody who was typing says yes: the mark moves once it does.
      await pressUntil(terminal, '\x1b[B', /❯ [23]\. /);
      await pressUntil(terminal, '\x1b[A', /❯ 1\. /);
      terminal.press('\r');
    },
  };
}

const BETWEEN_KEYS = 100;
const MOST_KEYS = 100;

async function pressUntil(terminal: Terminal, key: string, seen: RegExp): Promise<void> {
  for (let pressed = 0; !seen.test(terminal.screen()); pressed += 1) {
    if (pressed === MOST_KEYS) throw new Error(`no key brings ${seen}:\n${terminal.screen()}`);
    terminal.press(key);
    await new Promise((resolve) => setTimeout(resolve, BETWEEN_KEYS));
  }
}

async function onPath(home: Home, program: string): Promise<string> {
  const folder = join(home.folder, 'programs');
  await mkdir(folder, { recursive: true });
  await symlink(program, join(folder, 'claude')).catch(() => {});
  return folder;
}
