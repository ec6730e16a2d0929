// What a person does by key in the window, and how soon they see it: a step of a program, and a letter typed into a terminal that prints ten megabytes.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { milliseconds, seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, run, temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { spread } from '../statistics.ts';
import { WatchedPage } from './watchedPage.ts';

const STEPS = 60;
// Steps until the code of both sides is compiled.
const FIRST_STEPS = 10;
const STEPPED = ['let sum = 0;', ...Array.from({ length: STEPS + FIRST_STEPS + 5 }, (_, index) => `sum += ${index};`), 'console.log(sum);', ''].join('\n');
const PRINTED = 10 * 1024 * 1024;
const LETTERS = 60;
const LONGEST_WAIT = seconds(20);
// From the first letter on until it has heard all, and ten megabytes at least. Each line says how many letters it has heard, so that whichever lines a frame shows tell it.
const FLOOD = `const [, , pause] = process.argv;
let left = ${PRINTED};
let at = 0;
let heard = 0;
let isPrinting = false;
const next = () => (pause === '0' ? setImmediate(print) : setTimeout(print, Number(pause)));
const print = () => {
  let text = '';
  while (text.length < 16000) text += 'line ' + ++at + ' =' + heard + '= \\u001B[3' + (at % 8) + 'm' + 'x'.repeat(56) + '\\u001B[0m\\r\\n';
  left -= text.length;
  process.stdout.write(text);
  if (left > 0 || heard < ${LETTERS}) next();
};
process.stdin.setRawMode(true);
process.stdin.on('data', (data) => {
  heard += String(data).length;
  process.stdout.write('=' + heard + '=\\r\\n');
  if (!isPrinting) print();
  isPrinting = true;
});
process.stdout.write('ready\\r\\n');
`;
// In milliseconds, between sixteen kilobytes: a megabyte and a half a second, and as fast as it can.
const PAUSES = { steady: 10, fastest: 0 } as const;

export async function touching(): Promise<Result[]> {
  await using home = await temporaryHome();
  const project = join(home.folder, 'project');
  await mkdir(project, { recursive: true });
  await writeFile(join(project, 'steps.cjs'), STEPPED);
  await writeFile(join(project, 'flood.cjs'), FLOOD);
  await run([process.execPath, binnacle, 'trust', project], { environment: home.environment, folder: project, bound: 30_000 });
  await using _daemon = await startDaemon(home.environment, project);
  await using agent = await Agent.connectToAll(home.environment, project);
  await using watched = await WatchedPage.open(home);
  return [await stepping(agent, watched), ...(await typing(agent, watched, 'steady')), ...(await typing(agent, watched, 'fastest'))];
}

async function stepping(agent: Agent, watched: WatchedPage): Promise<Result> {
  await agent.call('set_breakpoint', { file: 'steps.cjs', line: 2 });
  await agent.call('start_debug_session', { program: 'steps.cjs' });
  await watched.page.keyboard.press('g');
  await watched.page.keyboard.press('d');
  await watched.page.locator('.source-current').waitFor();
  const lines = () => watched.numbers('benchWatch.lines');
  await until(async () => (await lines()).length === 1);
  for (let step = 0; step < STEPS + FIRST_STEPS; step += 1) {
    const before = (await lines()).length;
    await watched.page.keyboard.press('n');
    await until(async () => (await lines()).length > before);
  }
  const times = (await lines()).slice(1 + FIRST_STEPS);
  await agent.call('stop_debug_session', {});
  return limitResult({
    what: 'n steps a program of Node: the new line is shown, 95 of 100',
    ours: spread(times).p95,
    unit: 'ms',
    atMost: 150,
    note: `${times.length} steps, p50 ${Math.round(spread(times).p50)} ms`,
  });
}

async function typing(agent: Agent, watched: WatchedPage, kind: keyof typeof PAUSES): Promise<Result[]> {
  const { page } = watched;
  await agent.call('run_in_terminal', { command: `"${process.execPath}" flood.cjs ${PAUSES[kind]}` });
  // From nothing, so that no letter of an earlier terminal is counted.
  await watched.loadAnew('/terminals');
  await page.locator('.xterm-rows', { hasText: 'ready' }).waitFor();
  await page.keyboard.press('i');
  await page.locator('.is-typing').waitFor();
  const echoes = () => watched.numbers('benchWatch.echoes');
  const begun = performance.now();
  const frames = await watched.number('benchWatch.frames');
  let isLost = false;
  for (let letter = 0; letter < LETTERS && !isLost; letter += 1) {
    const before = (await echoes()).length;
    await page.keyboard.press('a');
    isLost = !(await until(async () => (await echoes()).length > before));
    await sleep(milliseconds(30));
  }
  const shown = ((await watched.number('benchWatch.frames')) - frames) / ((performance.now() - begun) / 1_000);
  // The first one begins the flood.
  const [, ...times] = await echoes();
  const flood = kind === 'steady' ? 'prints 10 MB at 1.5 MB a second' : 'prints as fast as it can';
  return [
    limitResult({
      what: `a letter typed into a terminal that ${flood} is shown, 95 of 100`,
      ours: isLost ? Number.POSITIVE_INFINITY : spread(times).p95,
      unit: 'ms',
      atMost: 50,
      note: `${times.length} letters, p50 ${Math.round(spread(times).p50)} ms, by way of the program`,
    }),
    { what: 'the same: frames in a second', ours: shown, unit: 'frames', bar: '≥ 30', met: shown >= 30 },
  ];
}

async function until(isSo: () => Promise<boolean>): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT;
  while (performance.now() < end) {
    if (await isSo()) return true;
    await sleep(milliseconds(10));
  }
  return false;
}
