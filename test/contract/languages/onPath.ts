// A PATH on which a program is found, or is not, for the length of one test.
import { delimiter, dirname } from 'node:path';
import { onTestFinished } from 'vitest';

// Without a program the PATH is empty, and so are the folders where installers put things.
export function onPath(program: string): void {
  const names = ['PATH', 'HOME', 'GOBIN', 'GOPATH', 'CARGO_HOME'] as const;
  const before = names.map((name) => [name, process.env[name]] as const);
  onTestFinished(() => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });
  if (program !== '') process.env['PATH'] = [dirname(program), process.env['PATH']].join(delimiter);
  else {
    for (const name of names) delete process.env[name];
    process.env['HOME'] = '/nowhere';
  }
}
