// What the history says of a command that was running when its daemon was killed.

import { existsSync } from 'node:fs';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { Agent, textOf } from './agent.ts';
import { daemonsOf, eventually, nothingRuns } from './machine.ts';

const Listed = z.object({ changes: z.array(z.looseObject({ changeId: z.string(), tool: z.string() })) });
const Refusal = z.object({ error: z.string(), message: z.string() });

let home: Home;
let project: string;
let programs: string;
beforeEach(async () => {
  home = await temporaryHome();
  project = join(home.folder, 'project');
  programs = join(home.folder, 'programs');
  for (const folder of [project, programs]) await mkdir(folder);
  await writeFile(join(project, 'package.json'), '{ "name": "shop", "dependencies": { "tiny": "1.0.0" } }\n');
  await writeFile(join(project, 'package-lock.json'), '{ "name": "shop", "lockfileVersion": 3, "packages": {} }\n');
});
afterEach(() => home[Symbol.asyncDispose]());

// A package manager that does as it likes.
async function npmThat(script: string): Promise<{ PATH: string }> {
  await writeFile(join(programs, 'npm'), `#!/bin/sh\n${script}\n`);
  await chmod(join(programs, 'npm'), 0o755);
  return { PATH: `${programs}:${process.env['PATH']}` };
}

test.skipIf(process.platform === 'win32')('killed while a command ran: the history says that it ran and that nobody saw what it did', async () => {
  const environment = await npmThat(`echo '{}' > package.json; touch ${join(home.folder, 'started')}; sleep 60`);
  const agent = await Agent.connected(home, project, environment);
  const answer = agent.call('download_sources', { package: 'tiny' }).catch(() => undefined);
  await eventually(
    () => existsSync(join(home.folder, 'started')),
    () => 'the command runs',
  );
  for (const { pid } of await daemonsOf(home)) process.kill(pid, 'SIGKILL');
  await answer;
  await agent[Symbol.asyncDispose]();

  await using next = await Agent.connected(home, project, environment);
  const { changes } = Listed.parse((await next.call('list_changes')).result?.structuredContent);
  expect(changes).toMatchObject([
    { tool: 'download_sources', author: 'fault 1', files: [], observed: true, undoable: 'no', notes: [expect.stringContaining('was ended while it ran')] },
  ]);
  const refused = await next.call('undo', { change_id: changes[0]?.changeId });
  expect(Refusal.parse(JSON.parse(textOf(refused)))).toMatchObject({ error: 'not_undoable' });
  await next.leave();
  for (const { pid } of await daemonsOf(home)) process.kill(pid, 'SIGTERM');
  await nothingRuns(home);
});

test.skipIf(process.platform === 'win32')('a command that fails has changed what it changed: listed, with its diff, and undone', async () => {
  await using agent = await Agent.connected(home, project, await npmThat(`echo '{ "name": "spoilt" }' > package.json; echo no >&2; exit 1`));
  const failed = await agent.call('download_sources', { package: 'tiny' });
  expect(Refusal.parse(JSON.parse(textOf(failed)))).toMatchObject({ error: 'fetch_failed' });
  const { changes } = Listed.parse((await agent.call('list_changes')).result?.structuredContent);
  expect(changes).toMatchObject([{ observed: true, undoable: 'all', files: [{ file: 'package.json', kind: 'changed', added: 1, removed: 1 }] }]);
  const shown = await agent.call('list_changes', { change_id: changes[0]?.changeId });
  expect(shown.result?.structuredContent?.['diff']).toContain('+{ "name": "spoilt" }');
  const undone = await agent.call('undo', { change_id: changes[0]?.changeId });
  expect(undone.result?.structuredContent).toMatchObject({ applied: true, files: [{ file: 'package.json' }] });
});
