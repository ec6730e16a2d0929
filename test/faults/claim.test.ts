// Whether a claim has one holder, when many processes want it at once and holders are killed.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { currentHolder, tryClaim } from '../../src/daemon/instances/claim.ts';

let base: string;
let program: string;

// Each process takes the claim as often as it can; while it has it, it makes a file that nobody else may have made.
const CLAIMER = `
import { tryClaim } from ${JSON.stringify(fileURLToPath(new URL('../../src/daemon/instances/claim.ts', import.meta.url)))};
import { openSync, closeSync, rmSync } from 'node:fs';
const [folder, marker, rounds] = process.argv.slice(2);
let held = 0;
const end = Date.now() + 15000;
while (held < Number(rounds) && Date.now() < end) {
  const attempt = tryClaim(folder, 'thing');
  if (!attempt.held) continue;
  held++;
  closeSync(openSync(marker, 'wx'));
  for (let spin = 0; spin < 2000; spin++) Math.sqrt(spin);
  rmSync(marker);
  attempt.claim[Symbol.dispose]();
}
process.stdout.write(String(held));
if (process.argv[5] === 'hold') { const last = tryClaim(folder, 'thing'); process.stdout.write(last.held ? ' holding' : ' not'); setInterval(() => {}, 1000); }
`;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'binnacle-claim-'));
  writeFileSync(join(base, 'claimer.ts'), CLAIMER);
  program = join(base, 'claimer.mjs');
  await build({ entryPoints: [join(base, 'claimer.ts')], bundle: true, platform: 'node', format: 'esm', target: 'node20', outfile: program });
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

test('never do two processes hold it, and none is refused for ever', async () => {
  const folder = join(base, 'many');
  const children = Array.from({ length: 4 }, () => claimer(folder, 40));
  const outcomes = await Promise.all(children.map(finished));
  expect(outcomes).toEqual(Array.from({ length: 4 }, () => ({ code: 0, output: '40', complaint: '' })));
  // Old generations do not pile up.
  expect(readdirSync(folder).length).toBeLessThanOrEqual(4);
});

test('what a killed process held can be had again, and what a living one holds cannot', async () => {
  const folder = join(base, 'killed');
  const child = claimer(folder, 0, 'hold');
  await new Promise<void>((resolve) => {
    child.stdout?.on('data', (chunk: Buffer) => chunk.toString().includes('holding') && resolve());
  });
  const refused = tryClaim(folder, 'thing');
  expect(refused).toMatchObject({ held: false, holder: { pid: child.pid } });
  expect(currentHolder(folder, 'thing')?.pid).toBe(child.pid);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const attempt = tryClaim(folder, 'thing');
  expect(attempt.held).toBe(true);
  expect(currentHolder(folder, 'thing')?.pid).toBe(process.pid);
  if (attempt.held) attempt.claim[Symbol.dispose]();
  expect(currentHolder(folder, 'thing')).toBeUndefined();
});

function claimer(folder: string, rounds: number, then = 'end'): ChildProcess {
  return spawn(process.execPath, [program, folder, join(base, 'marker'), String(rounds), then], { stdio: ['ignore', 'pipe', 'pipe'] });
}

async function finished(child: ChildProcess): Promise<{ code: number | null; output: string; complaint: string }> {
  let output = '';
  let complaint = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint += chunk.toString();
  });
  await once(child, 'close');
  return { code: child.exitCode, output, complaint };
}
