// The standard streams of a program under lldb-dap and CodeLLDB: pipes, as when an agent runs it without a debugger, and nothing of what it prints is lost.
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { needs } from '../../support/testTools.ts';
import { type Debuggee, debuggee, onPath } from './debuggee.ts';

const MEGABYTES = 100;

// A hundred million bytes in lines of a kilobyte, each with its number; then bytes that are no text, and an end without a newline.
const C = `#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int count, char **given) {
  fprintf(stderr, "terminals %d%d%d\\n", isatty(0), isatty(1), isatty(2));
  printf("buffered until the stop");
  int number = 0;
  fflush(stdout);
  number += 1; // here
  if (count > 1) {
    char line[1001];
    for (int i = 0; i < ${MEGABYTES} * 1000; i++) {
      memset(line, '.', 1000);
      line[snprintf(line, 20, "%d ", i)] = '.';
      line[999] = '\\n';
      fwrite(line, 1, 1000, stdout);
    }
  }
  char text[100];
  if (fgets(text, sizeof text, stdin)) printf("read %s", text);
  fputs("\\xff\\xfe caf\\xc3\\xa9 without end", stdout);
  return number + 40;
}
`;

const RUST = `use std::io::{IsTerminal, Write};
fn main() {
    eprintln!("terminals {}{}{}", std::io::stdin().is_terminal() as u8, std::io::stdout().is_terminal() as u8, std::io::stderr().is_terminal() as u8);
    print!("without end");
    std::io::stdout().flush().unwrap();
    std::process::exit(7);
}
`;

// As much of it as is kept.
function printed({ real }: Debuggee): string {
  const [session] = real.agent.ide.debugging.sessions();
  return (session?.output.since(0) ?? []).flatMap(({ category, text }) => (category === 'stdout' ? [text] : [])).join('');
}

test.for(['lldb-dap', 'codelldb'] as const)('%s', async (tool, context) => {
  using _path = onPath(dirname((await needs(context, tool)).command[0] ?? ''));
  await using project = await debuggee({ 'main.c': C, 'main.rs': RUST }, async (folder) => {
    execFileSync('gcc', ['-g', '-O0', '-o', join(folder, 'printing'), join(folder, 'main.c')]);
    execFileSync('rustc', ['-g', '-o', join(folder, 'rusty'), join(folder, 'main.rs')], { stdio: 'ignore' });
  });
  await project.call('set_breakpoint', { file: 'main.c', line: C.split('\n').findIndex((line) => line.includes('// here')) + 1 });
  const stop = await project.call('start_debug_session', { program: 'printing', args: ['much'], timeout: 50 });
  expect(stop).toMatchObject({ state: 'paused', output: expect.stringContaining('terminals 000') });
  // What was printed before a stop is reported with it.
  expect(stop['output']).toContain('buffered until the stop');
  await project.call('write_debug_input', { text: 'a line\n' });
  const end = await project.call('resume', { timeout: 50 });
  expect(end).toMatchObject({ state: 'ended', exitCode: 41 });
  const lines = printed(project).split('\n').slice(1);
  expect(lines.splice(-2)).toEqual(['read a line', '\ufffd\ufffd caf\u00e9 without end']);
  const first = MEGABYTES * 1_000 - lines.length;
  expect(lines.length).toBeGreaterThan(500);
  expect(lines.map((line) => `${Number.parseInt(line, 10)} ${line.length}`)).toEqual(lines.map((_, index) => `${first + index} 999`));
  const rusty = await project.call('start_debug_session', { program: 'rusty', timeout: 50 });
  expect(rusty).toMatchObject({ state: 'ended', exitCode: 7 });
  for (const text of ['terminals 000', 'without end']) expect(rusty['output']).toContain(text);
});
