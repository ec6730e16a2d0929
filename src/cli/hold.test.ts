// What a person hears who holds or releases what is not there; with agents it is tried in test/cli.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { hold, release } from './hold.ts';

let state: string;
beforeAll(async () => {
  state = await mkdtemp(join(tmpdir(), 'binnacle-hold-'));
  vi.stubEnv('XDG_STATE_HOME', state);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(state, { recursive: true, force: true });
});

test('where nobody is, nobody is held or released', async () => {
  await expect(hold('claude-code', {})).rejects.toMatchObject({ code: 'nothing_to_hold', next: 'Nobody is connected; see binnacle connections.' });
  await expect(hold(undefined, { session: 's1' })).rejects.toMatchObject({ code: 'nothing_to_hold', message: 'There is no debug session s1.' });
  await expect(release('claude-code', {})).rejects.toMatchObject({ code: 'nothing_held', message: 'agent claude-code is not held.' });
});

test('one thing is held at a time', async () => {
  await expect(hold('claude-code', { terminal: 't1' })).rejects.toMatchObject({ code: 'hold_refused' });
  await expect(release(undefined, { session: 's1', terminal: 't1' })).rejects.toMatchObject({ code: 'hold_refused' });
});
