// Through the front door: a call needs a language server that is not there, and a person says yes, no or nothing.
import { expect, test } from 'vitest';
import { type Agent, type AgentOptions, agentOf } from '../../../test/support/check.ts';
import { missingServer, SERVER } from '../../../test/support/missingServer.ts';
import { deferred } from '../../base/waiting/deferred.ts';
import { serverNotFetched } from '../../ide/errors/serverErrors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { Review, ReviewAnswer } from '../reviews/reviewShape.ts';

const SOURCE = `
// @file cart.ts
export const total = 1;
// @file main.ts
import { total } from './cart.ts';
console.log(total);
`;
const SYMBOL = { file: 'cart.ts', line: 1, name: 'total' };
const USES = { symbol: SYMBOL };

test('a person is asked once with what, version, size and source, and the call goes on with the server', async () => {
  const { ide, answered, installs } = missingServer(SOURCE);
  const asked: Review[] = [];
  await using agent = await agentOf(ide, answering(asked, { decision: 'accept' }));
  const { value } = await agent.call('find_references', USES);
  expect(value).toMatchObject({ total: 3 });
  expect(asked).toMatchObject([
    { tool: 'install_server', title: 'Install language server: fetches cart-language-server 1.2.3 from npm, about 40 MB, into your cache' },
  ]);
  await agent.call('find_references', { symbol: { file: 'main.ts', line: 2, name: 'total' } });
  expect([asked.length, installs()]).toEqual([1, 1]);
  expect(new Set(answered)).toEqual(new Set(['there']));
  expect(agent.records.map(({ tool }) => tool)).toEqual(expect.arrayContaining(['find_references']));
});

test('after a no the call is answered without it, says how a person gets it, and nobody is asked again', async () => {
  const { ide, answered, installs } = missingServer(SOURCE);
  const asked: Review[] = [];
  await using agent = await agentOf(ide, answering(asked, { decision: 'reject', reason: 'not on this train' }));
  expect((await agent.call('find_references', USES)).value).toMatchObject({ total: 3 });
  await agent.call('find_definition', USES);
  expect([asked.length, installs()]).toEqual([1, 0]);
  expect(new Set(answered)).toEqual(
    new Set(['A person rejected install_server in the test: not on this train. It is not asked again here; a person can: binnacle doctor --install cartls']),
  );
});

test('several calls at once ask once, and each goes on', async () => {
  const { ide, installs } = missingServer(SOURCE);
  const asked: Review[] = [];
  await using agent = await agentOf(ide, answering(asked, { decision: 'accept' }));
  const calls = ['find_references', 'find_definition', 'find_references', 'find_definition'].map((tool) =>
    agent.client.callTool({ name: tool, arguments: USES }),
  );
  for (const { isError } of await Promise.all(calls)) expect(isError).not.toBe(true);
  expect([asked.length, installs()]).toEqual([1, 1]);
});

test.each([
  ['never', true, 0, 0, /^The setting servers is never/],
  ['always', true, 0, 1, /^there$/],
  // Nothing is fetched for a project that nobody trusts unless a person has seen it.
  ['always', false, 1, 1, /^there$/],
] as const)('the setting %s, with trust %s, asks %i times and fetches %i times', async (consent, trusted, questions, fetches, says) => {
  const { ide, answered, installs } = missingServer(SOURCE, { consent, trusted });
  const asked: Review[] = [];
  await using agent = await agentOf(ide, answering(asked, { decision: 'accept' }));
  await agent.call('find_references', USES);
  expect([asked.length, installs()]).toEqual([questions, fetches]);
  for (const answer of answered) expect(answer).toMatch(says);
});

test.each([
  ['nobody is there to ask', {}],
  [
    'the policy denies what runs',
    { ...answering([], { decision: 'accept' }), policy: { effects: { reads: 'allow', edits: 'allow', runs: 'deny', controls: 'allow' }, tools: {} } },
  ],
] as const)('where %s, the call is answered without it and nothing is fetched', async (_, options) => {
  const { ide, answered, installs } = missingServer(SOURCE);
  await using agent = await agentOf(ide, options);
  expect((await agent.call('find_references', USES)).value).toMatchObject({ total: 3 });
  expect(new Set(answered)).toEqual(new Set(['missing']));
  expect(installs()).toBe(0);
});

test('a fetch that fails is reported with what to do, and is not tried again by each call', async () => {
  const fetch = () => Promise.reject(serverNotFetched('cart-language-server 1.2.3 from npm', 'the registry cannot be reached', 'Nothing was installed.'));
  const { ide, answered, installs } = missingServer(SOURCE, { consent: 'always', fetch });
  await using agent = await agentOf(ide);
  await agent.call('find_references', USES);
  await agent.call('find_references', { symbol: { file: 'main.ts', line: 2, name: 'total' } });
  expect(installs()).toBe(1);
  expect(new Set(answered)).toEqual(
    new Set(['cart-language-server 1.2.3 from npm was not installed: the registry cannot be reached. install_server with server cartls tries again.']),
  );
});

test('a call that is cancelled ends its fetch, tells its progress before, and the next call says so', async () => {
  const ended = deferred<void>();
  const begun = deferred<void>();
  const { ide, answered } = missingServer(SOURCE, {
    consent: 'always',
    fetch: (signal, progress) => {
      progress('Fetching cart-language-server: 7 of about 40 MB', 7, 40);
      signal.addEventListener('abort', () => ended.resolve());
      begun.resolve();
      return new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('ended'))));
    },
  });
  await using agent = await agentOf(ide);
  const stop = new AbortController();
  const said: string[] = [];
  const onprogress = ({ message }: { message?: string | undefined }) => said.push(message ?? '');
  const call = agent.client.callTool({ name: 'find_references', arguments: USES }, { signal: stop.signal, onprogress });
  const refused = expect(call).rejects.toThrow();
  await begun.promise;
  await expect.poll(() => said).toContain('Fetching cart-language-server: 7 of about 40 MB');
  stop.abort();
  await ended.promise;
  await refused;
  await expect
    .poll(() => agent.call('find_references', USES).then(() => answered.at(-1)))
    .toMatch(/^The call that would have fetched it was cancelled; install_server/);
});

test('an edit asks before it is planned, is written once, and asks nothing after it was written', async () => {
  const { ide, installs } = missingServer(SOURCE);
  const asked: Review[] = [];
  await using agent = await agentOf(ide, answering(asked, { decision: 'accept' }));
  const { value } = await agent.call('rename_symbol', { symbol: SYMBOL, new_name: 'sum' });
  expect(value).toMatchObject({ applied: true, changeId: 'change1' });
  expect([asked.length, installs()]).toEqual([1, 1]);
  expect(await texts(agent)).toContain('console.log(sum)');
});

test('whoever names a server gets that one after a yes, and an unknown one is refused', async () => {
  const { ide, installs } = missingServer(SOURCE);
  await using agent = await agentOf(ide, answering([], { decision: 'accept' }));
  expect(await agent.refusal('install_server', { server: 'nothing' })).toMatchObject({ error: 'unknown_server' });
  expect((await agent.call('install_server', { server: SERVER })).value).toMatchObject({ folder: '/cache/cartls' });
  expect(installs()).toBe(1);
});

function answering(asked: Review[], answer: ReviewAnswer): AgentOptions {
  return {
    person: (review) => {
      asked.push(review);
      return answer;
    },
  };
}

async function texts(agent: Agent<Ide>): Promise<string> {
  const { documents, project } = agent.ide;
  return (await documents.read(`${project.uri}/main.ts`, new AbortController().signal)).text;
}
