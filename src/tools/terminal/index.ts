// The tools that give a program a screen and keys.
import type { Tool } from '../tool.ts';
import { closeTerminal } from './close_terminal.ts';
import { listTerminals } from './list_terminals.ts';
import { readTerminalOutput } from './read_terminal_output.ts';
import { runInTerminal } from './run_in_terminal.ts';
import { writeTerminalInput } from './write_terminal_input.ts';

export const terminal: readonly Tool[] = [runInTerminal, writeTerminalInput, readTerminalOutput, listTerminals, closeTerminal];
