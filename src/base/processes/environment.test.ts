// Whose environment work runs in, and what of one is nobody's secret.
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { currentEnvironment, inEnvironment, variable } from './environment.ts';
import { minimalEnvironment } from './minimalEnvironment.ts';

test('work keeps its environment over everything that it waits for, beside others', async () => {
  const seen = async (name: string) => {
    await sleep(5);
    return inEnvironment(undefined, () => [variable('WHO'), currentEnvironment()['OF'], name]);
  };
  const both = await Promise.all(['a', 'b'].map((name) => inEnvironment({ WHO: name, OF: name }, () => seen(name))));
  expect(both).toEqual([
    ['a', 'a', 'a'],
    ['b', 'b', 'b'],
  ]);
  expect(variable('WHO')).toBeUndefined();
  expect(currentEnvironment()).toBe(process.env);
});

test('what a daemon keeps says where things are, and nothing that a person would not say', () => {
  const whole = {
    ...{ HOME: '/h', PATH: '/bin', LANG: 'C', LC_ALL: 'C', XDG_STATE_HOME: '/s', BINNACLE_STATE: 'x', SHELL: '/bin/zsh', TMPDIR: '/t' },
    ...{ AWS_ACCESS_KEY_ID: 'a', GITHUB_TOKEN: 'b', OPENAI_API_KEY: 'c', SSH_AUTH_SOCK: 'd', DATABASE_URL: 'e', NODE_OPTIONS: 'f', npm_config_registry: 'g' },
    ...{ SystemRoot: 'C:', Path: 'C:', ComSpec: 'cmd' },
  };
  const names = (platform: NodeJS.Platform) => Object.keys(minimalEnvironment(whole, platform));
  expect(names('linux')).toEqual(['HOME', 'PATH', 'LANG', 'LC_ALL', 'XDG_STATE_HOME', 'BINNACLE_STATE', 'SHELL', 'TMPDIR', 'Path']);
  expect(names('win32')).toEqual(expect.arrayContaining(['SystemRoot', 'Path', 'ComSpec']));
});
