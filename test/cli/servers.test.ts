// Language servers from the registries, as a person and an agent get them with the built program, from an empty home.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minutes, seconds } from '../../src/base/waiting/duration.ts';
import { binnacle, type Finished, type Home, run, temporaryHome } from '../support/builtProgram.ts';

const ID = 'dockerfile-language-server';
let home: Home;
let project: string;
beforeAll(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'shop');
  await mkdir(project);
  await writeFile(join(project, 'Dockerfile'), 'FROM alpine\n');
});
afterAll(() => home[Symbol.asyncDispose]());

test(
  'an agent gets none without a person, none where the setting says never, and one where it says always',
  async () => {
    const refused = await says('call', 'install_server', '--server', ID);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/not_permitted|install_server was not run/);
    await says('settings', 'set', 'servers', 'never');
    const never = await says('call', 'install_server', '--server', ID);
    expect(never.stderr).toContain('the setting servers is never');
    await says('settings', 'set', 'servers', 'always');
    const fetched = await says('call', 'install_server', '--server', ID);
    expect(fetched.stdout).toMatch(/dockerfile-language-server 0\.15\.0 \(Dockerfile, from npm\) is in /);
    const again = await says('call', 'install_server', '--server', ID);
    expect(again.code).toBe(0);
    expect(await readdir(project)).toEqual(['Dockerfile']);
  },
  minutes(3),
);

test(
  'a person fetches one by the name of its language, and sees which are there',
  async () => {
    const fetched = await says('doctor', '--install', 'dockerfile');
    expect(fetched).toMatchObject({ code: 0, stdout: expect.stringContaining('dockerfile-language-server-nodejs 0.15.0 (Dockerfile) is in ') });
    const listed = await says('doctor', '--servers', '--json');
    expect(JSON.parse(listed.stdout)).toContainEqual(expect.objectContaining({ id: ID, registry: 'npm', folder: expect.stringContaining(ID) }));
    expect((await says('doctor', '--servers')).stdout).toMatch(/✓ +dockerfile-language-server +Dockerfile/);
  },
  minutes(3),
);

test('a name that nobody knows is answered with those that are known', async () => {
  const unknown = await says('doctor', '--install', 'cobol');
  expect(unknown.code).toBe(1);
  expect(unknown.stderr).toContain('intelephense');
  expect((await says('call', 'install_server', '--server', 'cobol')).stderr).toContain('intelephense');
});

function says(...args: readonly string[]): Promise<Finished> {
  return run([process.execPath, binnacle, ...args], { environment: home.environment, folder: project, bound: seconds(150) });
}
