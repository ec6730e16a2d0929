// The floor of tools/list: a process that answers every line with the same bytes, prepared beforehand, under the id that was asked.
import { createInterface } from 'node:readline';

const result = process.env.BENCH_ECHO ?? '{}';
for await (const line of createInterface({ input: process.stdin })) {
  const { id } = JSON.parse(line);
  if (id !== undefined) process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
}
