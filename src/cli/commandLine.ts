// What a person can say to Binnacle in a terminal.
import type { OpenDaemon } from '../daemon/openDaemon.ts';
import type { ServeOptions } from '../daemon/serveOptions.ts';
import type { Tool } from '../tools/tool.ts';

export interface Program {
  serve(options: ServeOptions): Promise<OpenDaemon>;
  tools(): Promise<readonly Tool[]>;
}

export async function runCommandLine(_argv: readonly string[], _program: Program): Promise<void> {}
