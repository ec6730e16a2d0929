// What an engine gets of the environment of those who share it.
import { expect, test } from 'vitest';
import { inEnvironment } from '../../../../base/processes/environment.ts';
import { EngineEnvironment } from './engineEnvironment.ts';

test('it takes PATH and toolchains from the first, nothing secret, and reports once to each later one what differs', () => {
  const environment = new EngineEnvironment();
  const first = { PATH: '/first', GOPATH: '/go', AWS_SECRET_ACCESS_KEY: 'hush', CARGO_REGISTRY_TOKEN: 'hush', GO_TOKEN: 'hush' };
  const taken = inEnvironment(first, () => environment.taken());
  expect(taken).toMatchObject({ PATH: '/first', GOPATH: '/go' });
  expect(JSON.stringify(taken)).not.toContain('hush');
  expect(inEnvironment({ ...first, OTHER: '1' }, () => environment.difference())).toBeUndefined();
  const second = { PATH: '/second', GOPATH: '/go', JAVA_HOME: '/java' };
  expect(inEnvironment(second, () => environment.difference())).toBe('was started for somebody whose JAVA_HOME, PATH differ from yours');
  expect(inEnvironment(second, () => environment.difference())).toBeUndefined();
  inEnvironment(second, () => environment.taken());
  expect(inEnvironment(second, () => environment.difference())).toBeUndefined();
  expect(inEnvironment(first, () => environment.difference())).toContain('PATH');
});
