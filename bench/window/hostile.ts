// Megabytes that agents and programs made up, opened in the page: how long its thread is busy at once with the worst of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { seconds } from '../../src/base/waiting/duration.ts';
import { configurationFolder } from '../../src/daemon/folders.ts';
import { binnacle, run, temporaryHome } from '../../test/support/builtProgram.ts';
import { Agent } from '../agent.ts';
import { startDaemon } from '../daemon.ts';
import { limitResult, type Result } from '../result.ts';
import { mainThread } from './trace.ts';
import { WatchedPage } from './watchedPage.ts';

const TRAP = '<img src="http://evil.example/x" onerror="trap()">\u001b[31mred\u001b]52;c;ZXZpbA==\u0007 \u202Etxt.exe\u200B ';
const LINES = `${TRAP}${'y'.repeat(250)}\n`.repeat(15_000);
// As JSON nearly the four megabytes that a message may have.
const LONGEST = TRAP.repeat(Math.floor(2_900_000 / TRAP.length));

export async function hostile(): Promise<Result[]> {
  await using home = await temporaryHome();
  const project = join(home.folder, 'project');
  const configuration = configurationFolder(home.environment);
  for (const folder of [project, configuration]) await mkdir(folder, { recursive: true });
  await writeFile(join(project, 'huge.txt'), LINES);
  await writeFile(join(configuration, 'policy.json'), JSON.stringify({ tools: { edit_file: 'ask' } }));
  await run([process.execPath, binnacle, 'trust', project], { environment: home.environment, folder: project, bound: 30_000 });
  await using _daemon = await startDaemon(home.environment, project);
  await using agent = await Agent.connectToAll(home.environment, project);
  await using watched = await WatchedPage.open(home);
  const { page } = watched;
  const longest = async (what: string, open: () => Promise<void>): Promise<Result> => {
    const { tasks, isProcessorTime } = mainThread(
      await watched.traced(async () => {
        await open();
        // What is loaded and drawn after the first of it.
        await sleep(seconds(2));
      }),
    );
    return limitResult({
      what: `${what}: longest task`,
      ours: Math.max(...tasks),
      unit: 'ms',
      atMost: 100,
      note: isProcessorTime ? 'processor time' : 'by the clock',
    });
  };
  const show = (place: string) => page.evaluate(`location.assign(${JSON.stringify(`#${place}`)})`);
  await agent.answer('search_text', { query: LONGEST });
  const call = await longest('a call with an argument of 4 MB is opened', async () => {
    await show('/history');
    await page.getByRole('row').first().click();
    await page.getByRole('region', { name: 'Call' }).locator('.mark').first().waitFor();
  });
  await agent.answer('write_file', { file: 'long.txt', text: LONGEST });
  const change = await longest('a change of 3 MB in one line is opened', async () => {
    await show('/changes');
    await page.getByRole('row').first().click();
    await page.locator('.split-detail').getByText('long.txt').first().waitFor();
  });
  const asked = agent.answer('edit_file', { file: 'huge.txt', edits: [{ old_text: 'red', new_text: 'blue', all: true }] });
  const review = await longest('a review of 5 MB and 15,000 lines that change is opened', async () => {
    await show('/reviews');
    await page.locator('.review-row').first().click();
    await page.locator('.review').waitFor();
  });
  void asked.catch(() => undefined);
  return [call, change, review];
}
