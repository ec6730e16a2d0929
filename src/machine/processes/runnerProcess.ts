// The runner: a small process that starts short programs for a large one.
//
// Starting a program copies the page tables of whoever starts it and holds up everything else there meanwhile: ten milliseconds in a daemon that serves a hundred
// agents, one here. When its input closes, whoever it works for has ended: it ends what it has started, and goes.
import { type ChildProcess, spawn } from 'node:child_process';
import { boundedBytes } from './boundedBytes.ts';
import { FrameReader, framed } from './frames.ts';
import { LastLines } from './lastLines.ts';
import type { RunnerReply, RunnerRequest } from './runner.ts';

const running = new Map<number, ChildProcess>();
const reader = new FrameReader();

process.stdin.on('data', (chunk: Buffer) => {
  for (const { head, bytes } of reader.feed(chunk)) {
    const request: RunnerRequest = JSON.parse(head);
    if (request.command === undefined) running.get(request.id)?.kill('SIGKILL');
    else void run(request.id, request.command, bytes);
  }
});
process.stdin.on('end', leave);
process.stdin.on('error', leave);
// Nobody reads any more: the input closes next.
process.stdout.on('error', () => {});

async function run(id: number, { program, args, cwd, environment }: NonNullable<RunnerRequest['command']>, input: Buffer): Promise<void> {
  const child = spawn(program, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true });
  running.set(id, child);
  const errors = new LastLines(child.stderr);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const ended = new Promise<RunnerReply>((resolve) => {
    child.once('error', (error) => resolve({ id, failed: error.message }));
    child.once('exit', (code, signal) => resolve({ id, code, signal }));
  });
  const { bytes } = await boundedBytes(child.stdout, () => child.kill('SIGKILL'));
  const reply = await ended;
  if (reply.failed === undefined) await errors.ended;
  running.delete(id);
  process.stdout.write(framed({ ...reply, errors: errors.text() }, bytes));
}

function leave(): void {
  for (const child of running.values()) child.kill('SIGKILL');
  process.exit();
}
