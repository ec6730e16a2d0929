// Is Binnacle added where a session is opened, and is every other byte the one that came?
import { expect, test } from 'vitest';
import { withServer } from './addedServer.ts';

const OWN = { name: 'binnacle', command: 'node', args: ['x', 'mcp', '--project', '/p'], env: [] };
const added = (text: string) => withServer(Buffer.from(text), (project) => ({ ...OWN, args: ['--project', project] })).toString();
const own = (project: string) => JSON.stringify({ ...OWN, args: ['--project', project] });

test.each([
  [
    'an empty list',
    '{"id":1,"method":"session/new","params":{"cwd":"/p","mcpServers":[]}}',
    `{"id":1,"method":"session/new","params":{"cwd":"/p","mcpServers":[${own('/p')}]}}`,
  ],
  [
    'others first, spaces, numbers that no program keeps',
    '{ "jsonrpc":"2.0", "id": 123456789012345678901234567890, "method" : "session/load", "params" : { "mcpServers" : [ {"name":"a"} ], "cwd":"/p" , "n": 1.0e5 } }',
    `{ "jsonrpc":"2.0", "id": 123456789012345678901234567890, "method" : "session/load", "params" : { "mcpServers" : [${own('/p')}, {"name":"a"} ], "cwd":"/p" , "n": 1.0e5 } }`,
  ],
  [
    'no list',
    '{"method":"session/resume","params":{"cwd":"/p","sessionId":"s"}}',
    `{"method":"session/resume","params":{"mcpServers":[${own('/p')}],"cwd":"/p","sessionId":"s"}}`,
  ],
  [
    'a slash that is escaped',
    String.raw`{"method":"session\/new","params":{"cwd":"/p","mcpServers":[]}}`,
    String.raw`{"method":"session\/new","params":{"cwd":"/p","mcpServers":[${own('/p')}]}}`,
  ],
])('%s', (_, given, expected) => {
  expect(added(given)).toBe(expected);
});

test.each([
  ['another method', '{"method":"session/prompt","params":{"cwd":"/p","mcpServers":[]}}'],
  ['words that only look like it', '{"method":"session/prompt","params":{"prompt":[{"text":"\\"method\\":\\"session/new\\""}]}}'],
  ['one that names us already', '{"method":"session/new","params":{"cwd":"/p","mcpServers":[{"name":"binnacle","command":"x"}]}}'],
  ['no folder', '{"method":"session/new","params":{"mcpServers":[]}}'],
  ['no list but something else', '{"method":"session/new","params":{"cwd":"/p","mcpServers":7}}'],
  ['an answer', '{"id":1,"result":{"method":"session/new"}}'],
  ['no JSON', '{"method":"session/new","params":{"cwd":"/p","mcpServers":[}'],
  ['a batch', '[{"method":"session/new","params":{"cwd":"/p","mcpServers":[]}}]'],
])('unchanged: %s', (_, given) => {
  expect(added(given)).toBe(given);
});

test('bytes that are no text stay those bytes', () => {
  const line = Buffer.concat([
    Buffer.from('{"method":"session/new","params":{"cwd":"/p","mcpServers":[],"x":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}}'),
  ]);
  expect(withServer(line, () => OWN)).toBe(line);
});
