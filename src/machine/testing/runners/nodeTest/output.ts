// Loaded into each test file that node --test runs: keeps what each test prints apart, which its reporters get as one stream for the file.
import { beforeEach } from 'node:test';
import { isHeard, report } from '../../javascript/reporting.ts';

let running: { readonly name: string; readonly order: number } | undefined;
let order = 0;

// Only where a test file runs: the runner itself has nothing to keep apart.
if (process.env['NODE_TEST_CONTEXT'] !== undefined && isHeard) {
  beforeEach((test) => {
    running = { name: 'name' in test ? String(test.name) : '', order: order++ };
  });
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    stream.write = (chunk: string | Uint8Array, ...rest: never[]) => {
      // What is no text is how this process talks to the runner.
      if (running === undefined || typeof chunk !== 'string') return write(chunk, ...rest);
      report({ event: 'said', file: process.argv[1], name: running.name, order: running.order, text: chunk });
      return true;
    };
  }
}
