// binnacle sample: a small project in an empty folder, and an agent that is played in it, for a person who wants to see what there is before they connect their own.
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { seconds } from '../../base/waiting/duration.ts';
import { folderNotEmpty } from '../../ide/errors/machineErrors.ts';
import { openCaller, type ToolResult } from '../caller.ts';
import { remark, say } from '../screen.ts';
import { trustNamed } from '../trustNamed.ts';
import { isEmptyFolder } from './emptyFolder.ts';
import { sampleFiles } from './sampleFiles.ts';
import { tour } from './sampleTour.ts';

export interface SampleFlags {
  readonly play?: boolean;
  // Seconds between two steps.
  readonly pause: number;
}

export async function makeSample(named: string | undefined, flags: SampleFlags, program: string): Promise<void> {
  const folder = resolve(named ?? process.env['INIT_CWD'] ?? '.');
  if (flags.play && isSample(folder)) return play(folder, flags, program);
  writeSample(folder);
  await trustNamed([folder]);
  say(`A small shop is in ${folder}. Its README says what to ask your agent.`);
  if (flags.play) await play(folder, flags, program);
  else say(`To watch an agent work in it: binnacle open, and binnacle sample ${named ?? '.'} --play`);
}

// Only where nothing is: no file of a person is ever replaced.
function writeSample(folder: string): void {
  mkdirSync(folder, { recursive: true });
  if (!isEmptyFolder(folder)) throw folderNotEmpty(folder);
  for (const [name, text] of Object.entries(sampleFiles)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { flag: 'wx' });
  }
}

function isSample(folder: string): boolean {
  return Object.keys(sampleFiles).every((name) => existsSync(join(folder, name)));
}

// With what the person changed in it.
const Accepted = z.object({ accepted: z.literal(true), file: z.string(), text: z.string() }).transform(({ file, text }) => ({ file, text }));

// Its calls are real ones, of a client that has a name: what the window shows of it is what it shows of any agent.
async function play(folder: string, flags: SampleFlags, program: string): Promise<void> {
  using agent = await openCaller({ name: 'sample-agent', project: realpathSync(folder), program, stays: true, onProgress: () => {} });
  let failed = 0;
  for (const { says, tool, parameters, asks } of tour) {
    say(`${says}  (${tool})`);
    const result = await agent.call(tool, { ...parameters });
    if (result.isError === true) failed += 1;
    if (result.isError === true) remark(`  ${asks ? 'Nobody looks: keep binnacle open or binnacle review in view, then play it again.' : reason(result)}`);
    else await pause(seconds(flags.pause));
    const accepted = asks === true && result.isError !== true ? Accepted.safeParse(result.structuredContent).data : undefined;
    if (accepted === undefined) continue;
    say('writes what you accepted  (write_file)');
    if ((await agent.call('write_file', { ...accepted })).isError === true) failed += 1;
  }
  say(failed === 0 ? 'That was all. In the window, Changes takes back any of it.' : 'That was all; what did not work is said above.');
}

// Errors of tools are JSON with a message.
function reason({ content }: ToolResult): string {
  const text = content[0]?.text ?? '';
  return /"message":"((?:[^"\\]|\\.)*)"/.exec(text)?.[1] ?? text.slice(0, 200);
}
