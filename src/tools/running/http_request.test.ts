// Requests are sent to this machine, and elsewhere only where the policy allows it.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';
import { defaultPolicy } from '../../server/permission/permission.ts';

const script = { web: { 'http://localhost:3000/': 'hello', 'http://localhost:3000/away': 'https://example.com/', 'https://example.com/': 'the world' } };

test('a server of this machine answers', async () => {
  const sent: string[] = [];
  await using agent = await agentOn('', { script: { ...script, onQuestion: (request) => sent.push(request) } });
  const { value, text } = await agent.call('http_request', {
    url: 'http://localhost:3000/',
    method: 'post',
    json: { a: 1 },
    headers: { Authorization: 'Bearer abcdefgh123' },
  });
  expect(value).toMatchObject({ status: 200, body: 'hello', bytes: 5, headers: { 'content-type': 'text/plain' } });
  expect(text).toContain('200 OK, 5 bytes');
  expect(sent).toEqual(['POST http://localhost:3000/ {"content-type":"application/json","Authorization":"Bearer abcdefgh123"} {"a":1}']);
  expect(JSON.stringify(agent.records)).not.toContain('abcdefgh123');
});

test('other hosts ask, and a redirect to one is not followed', async () => {
  await using agent = await agentOn('', { script });
  expect(await agent.refusal('http_request', { url: 'https://example.com/' })).toMatchObject({
    error: 'not_permitted',
    message: expect.stringContaining('example.com'),
  });
  expect((await agent.call('http_request', { url: 'http://localhost:3000/away' })).value).toMatchObject({
    status: 302,
    notFollowed: { to: 'https://example.com/', why: 'a person would have to be asked' },
  });
});

test('the policy names hosts, and a person may be asked', async () => {
  await using allowed = await agentOn('', { script, policy: { ...defaultPolicy, hosts: { 'example.com': 'allow' } } });
  expect((await allowed.call('http_request', { url: 'http://localhost:3000/away' })).value).toMatchObject({
    redirects: ['https://example.com/'],
    body: 'the world',
  });
  await using denied = await agentOn('', { script, policy: { ...defaultPolicy, hosts: { '*': 'deny' } } });
  expect(await denied.refusal('http_request', { url: 'https://example.com/' })).toMatchObject({ next: expect.stringContaining('hosts') });
  await using asked = await agentOn('', { script, person: () => ({ decision: 'accept' }) });
  expect((await asked.call('http_request', { url: 'https://example.com/' })).value).toMatchObject({ status: 200 });
});

test('what makes no request', async () => {
  await using agent = await agentOn('', { script });
  expect(await agent.refusal('http_request', { url: 'nonsense' })).toMatchObject({ error: 'invalid_url' });
  expect(await agent.refusal('http_request', { url: 'http://localhost:1/' })).toMatchObject({ error: 'request_failed' });
  expect(await agent.refusal('http_request', { url: 'http://localhost:3000/', body: 'x', json: {} })).toMatchObject({ error: 'invalid_arguments' });
  expect(await agent.refusal('http_request', { url: 'http://localhost:3000/', method: 'GET / HTTP/1.1\r\nX: y' })).toMatchObject({
    error: 'invalid_arguments',
  });
});
