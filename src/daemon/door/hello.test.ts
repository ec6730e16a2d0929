// What a door brings along, and what is made of it.
import { expect, test } from 'vitest';
import { LONGEST_HELLO, ownEnvironment, parseHello } from './hello.ts';

const hello = { key: 'k', build: 'b', version: 'v', pid: 1, cwd: '/' };

test('an environment comes as it is, without what is ours and what is none', () => {
  const environment = ownEnvironment({ A: 'ä "1"\n', BINNACLE_FAMILY: 'mark', GONE: undefined });
  expect(environment).toEqual({ A: 'ä "1"\n' });
  expect(parseHello(JSON.stringify({ ...hello, environment }))).toEqual({ ...hello, environment });
  expect(parseHello(JSON.stringify({ ...hello, environment: { A: 1, 'B=C': 'x', '=C:': 'C:\\', D: 'd' } }))).toEqual({
    ...hello,
    environment: { '=C:': 'C:\\', D: 'd' },
  });
  for (const other of [['A'], 'A=1', null, 7]) expect(parseHello(JSON.stringify({ ...hello, environment: other }))).toEqual(hello);
});

test('one that is larger than a hello loses its largest variables', () => {
  const large = '\u0001'.repeat(400_000);
  const environment = ownEnvironment({ PATH: '/bin', ONE: large, TWO: `${large}${large}` });
  expect(Object.keys(environment)).toEqual(['PATH', 'ONE']);
  expect(JSON.stringify({ ...hello, environment }).length).toBeLessThan(LONGEST_HELLO);
});
