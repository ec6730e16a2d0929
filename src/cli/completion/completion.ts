// binnacle completion: prints the script that teaches a shell our commands.
import type { Command } from 'commander';
import { settingShapes } from '../../daemon/settings.ts';
import { AGENT_IDS } from '../../registration/agents.ts';
import type { Tool } from '../../tools/tool.ts';
import { print } from '../screen.ts';
import { type CompletedShell, scripts } from './shells.ts';
import { wordsOf } from './words.ts';

export function printCompletion(shell: CompletedShell, root: Command, tools: readonly Tool[]): void {
  const known = { agent: AGENT_IDS, tool: tools.map(({ name }) => name), setting: Object.keys(settingShapes) };
  print(scripts[shell](wordsOf(root, known)));
}
