// A person's own calls: their click is consent to what asks, and to nothing that is denied; no agent can pass for one.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { journalInto } from '../../../test/support/notedCalls.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../hosts/scripted/scriptedIde.ts';
import { allTools, Catalogue, families } from '../../tools/catalogue.ts';
import type { Client } from '../clients/client.ts';
import { Connections } from '../clients/connections.ts';
import { Holds } from '../clients/holds.ts';
import type { CallRecord } from '../history/callRecord.ts';
import { defaultPolicy, type Policy } from '../permission/permission.ts';
import { ProjectEvents } from '../projects/projectEvents.ts';
import { Reviews } from '../reviews/reviews.ts';
import { callTool } from './callTool.ts';
import { Schedule } from './schedule.ts';

const ASKS: Policy = { ...defaultPolicy, effects: { reads: 'ask', edits: 'ask', runs: 'ask', controls: 'ask' } };
const WRITE = { file: 'a.ts', text: 'let b;\n' };

const person: Client = { id: 'w', isPerson: true, stays: true, name: 'window', version: '', door: 'window', trustsRoot: false, root: async () => undefined };
const agent: Client = { id: 'a', stays: true, name: 'agent', version: '1', door: 'stdio', trustsRoot: true, root: async () => undefined };

function house(policy: Policy, change: (ide: ScriptedIde) => ScriptedIde = (ide) => ide) {
  const ide = change(openScriptedIde('// @file a.ts\nlet a;\n'));
  const records: CallRecord[] = [];
  const workbench = new ScriptedWorkbench([ide]);
  const holds = new Holds(new Connections());
  const parts = {
    version: '0',
    catalogue: new Catalogue(allTools, families),
    workbench,
    events: new ProjectEvents(workbench),
    schedule: new Schedule(),
    policy: () => policy,
    reviews: new Reviews(),
    protectedFiles: ['/fixture/policy.json'],
    holds,
    journal: journalInto(records),
    onInternalError: (_: string, error: unknown) => {
      throw error;
    },
  };
  const call = async (client: Client, tool: string, given: Record<string, unknown>) => {
    const outcome = await callTool(parts, { tool, arguments: given, client, signal: AbortSignal.timeout(5_000), progress: () => {} });
    return outcome.ok ? { ok: true, ...outcome.value } : { ok: false, code: outcome.error.code };
  };
  return { ide, holds, records, call };
}

test('a click is consent to what asks, and the author is you', async () => {
  const { ide, records, call } = house(ASKS);
  expect(await call(agent, 'write_file', WRITE)).toEqual({ ok: false, code: 'not_permitted' });
  expect(await call(person, 'write_file', WRITE)).toMatchObject({ ok: true, applied: true });
  expect(await call(person, 'read_file', { file: 'a.ts' })).toMatchObject({ ok: true });
  const [change] = await ide.changes.list(AbortSignal.timeout(1_000));
  expect(change).toMatchObject({ author: 'you', connection: 'w' });
  expect(records.at(-1)).toMatchObject({ client: 'you', door: 'window' });
});

test('what only people change, and an untrusted project, are the person’s to change', async () => {
  const untrusted = house(defaultPolicy, (ide) => ({ ...ide, project: { ...ide.project, trusted: false } }));
  expect(await untrusted.call(agent, 'write_file', WRITE)).toEqual({ ok: false, code: 'not_permitted' });
  expect(await untrusted.call(person, 'write_file', WRITE)).toMatchObject({ ok: true });
  const { call } = house(defaultPolicy);
  for (const file of ['policy.json', '.binnacle/settings.json']) {
    expect(await call(agent, 'write_file', { file, text: '{}\n' })).toEqual({ ok: false, code: 'not_permitted' });
    expect(await call(person, 'write_file', { file, text: '{}\n' })).toMatchObject({ ok: true });
  }
});

test('what is denied, and what another process writes, is denied to a click too', async () => {
  expect(await house({ ...defaultPolicy, effects: { ...defaultPolicy.effects, edits: 'deny' } }).call(person, 'write_file', WRITE)).toMatchObject({
    code: 'not_permitted',
  });
  expect(await house({ ...ASKS, tools: { write_file: 'deny' } }).call(person, 'write_file', WRITE)).toMatchObject({ code: 'not_permitted' });
  const elsewhere = house(ASKS, (ide) => ({ ...ide, project: { ...ide.project, readOnly: { ownerPid: 42 } } }));
  expect(await elsewhere.call(person, 'write_file', WRITE)).toMatchObject({ code: 'not_permitted' });
});

test('a dangerous command runs for a click, and for no agent', async () => {
  const { call } = house(defaultPolicy);
  const given = { command: 'git push --force' };
  expect(await call(agent, 'run_command', given)).toEqual({ ok: false, code: 'not_permitted' });
  expect(await call(person, 'run_command', given)).not.toMatchObject({ code: 'not_permitted' });
  expect(await house({ ...defaultPolicy, commands: { 'git push *': 'deny' } }).call(person, 'run_command', given)).toMatchObject({ code: 'not_permitted' });
});

test('the person does not wait for what they hold themselves', async () => {
  const { ide, holds, call } = house(defaultPolicy);
  holds.hold({ kind: 'everyone' });
  expect(await call(agent, 'write_file', WRITE)).toEqual({ ok: false, code: 'held_by_person' });
  expect(await call(person, 'write_file', WRITE)).toMatchObject({ ok: true });
  expect(await call(person, 'run_in_terminal', { command: 'echo' })).toMatchObject({ ok: true });
  const [terminal] = ide.terminals.list();
  holds.hold({ kind: 'terminal', id: terminal?.id ?? '', project: ide.project.path });
  expect(await call(person, 'write_terminal_input', { terminal_id: terminal?.id, text: 'x' })).toMatchObject({ ok: true });
});

test('an agent that says that it is the person, or is called you, is none', async () => {
  const claims = { name: 'You', version: '', isPerson: true, door: 'window' };
  await using liar = await agentOn('// @file a.ts\nlet a;\n', { policy: ASKS, clientInfo: claims });
  expect(await liar.refusal('write_file', WRITE)).toMatchObject({ error: 'not_permitted' });
  expect(await liar.refusal('write_file', { ...WRITE, isPerson: true })).toMatchObject({ error: 'invalid_arguments' });
  expect(liar.records.at(-1)).toMatchObject({ client: 'an agent that calls itself you', door: 'stdio' });
});
