// What an agent sees when the daemon behind its door dies: an error for the call that ran, nothing for the rest.
import { expect, test } from 'vitest';
import { DoorSession } from './doorSession.ts';

const line = (message: Record<string, unknown>) => Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...message }));
const texts = (lines: readonly Buffer[]) => lines.map(String);
const parsed = (line: Buffer | undefined) => JSON.parse(String(line));

const initialize = line({ id: 0, method: 'initialize', params: {} });
const initialized = line({ method: 'notifications/initialized' });
const list = line({ id: 1, method: 'tools/list' });
const call = line({ id: 'a', method: 'tools/call', params: { name: 'read_file' } });
const answer = (id: unknown) => line({ id, result: { content: [{ type: 'text', text: 'hello' }] } });

function begun(): DoorSession {
  const session = new DoorSession();
  session.fromAgent(initialize);
  session.fromDaemon(line({ id: 0, result: {} }));
  session.fromAgent(initialized);
  return session;
}

test('lines are forwarded unchanged while the daemon lives', () => {
  const session = begun();
  expect(session.fromAgent(call)).toBe(true);
  expect(session.idle).toBe(false);
  expect(session.fromDaemon(answer('a'))).toEqual(answer('a'));
  expect(session.idle).toBe(true);
});

test('a call that was running is answered with an error that says what to do', () => {
  const session = begun();
  session.fromAgent(call);
  const { answers } = session.lost('process 7 is gone');
  const { id, result } = parsed(answers[0]);
  expect(id).toBe('a');
  expect(result.isError).toBe(true);
  expect(result.content[0].text).toMatch(/daemon_ended.*process 7 is gone.*Call again/);
  expect(result).not.toHaveProperty('resultType');
  expect(session.idle).toBe(true);
});

test('the stateless protocol gets the word that its results need', () => {
  const session = new DoorSession();
  session.fromAgent(call);
  expect(parsed(session.lost('gone').answers[0]).result.resultType).toBe('complete');
});

test('what only asks is repeated on the next daemon, after the greeting, whose answer the agent never sees', () => {
  const session = begun();
  session.fromAgent(list);
  const { answers, repeated } = session.lost('gone');
  expect(answers).toEqual([]);
  expect(texts(repeated)).toEqual(texts([initialize, initialized, list]));
  expect(session.fromDaemon(line({ id: 0, result: {} }))).toBeUndefined();
  expect(session.fromDaemon(line({ id: 1, result: { tools: [] } }))).toEqual(line({ id: 1, result: { tools: [] } }));
});

test('what the agent subscribed to is subscribed to again, unless it took it back', () => {
  const session = begun();
  const subscribe = (id: number, uri: string) => line({ id, method: 'resources/subscribe', params: { uri } });
  for (const [id, uri] of ['index://status', 'file:///a.ts', 'index://status'].entries()) {
    session.fromAgent(subscribe(id + 10, uri));
    session.fromDaemon(line({ id: id + 10, result: {} }));
  }
  session.fromAgent(line({ id: 13, method: 'resources/unsubscribe', params: { uri: 'file:///a.ts' } }));
  session.fromDaemon(line({ id: 13, result: {} }));
  expect(texts(session.lost('gone').repeated)).toEqual(texts([initialize, initialized, subscribe(12, 'index://status')]));
  expect(session.fromDaemon(line({ id: 12, result: {} }))).toBeUndefined();
});

test('an agent that only listens does not keep the door open, and listens to the next daemon too', () => {
  const session = new DoorSession();
  const listen = line({ id: 'l', method: 'subscriptions/listen', params: { notifications: {} } });
  session.fromAgent(listen);
  expect(session.idle).toBe(true);
  expect(texts(session.lost('gone').repeated)).toEqual(texts([listen]));
});

test('a greeting without an answer is repeated once, and answered', () => {
  const session = new DoorSession();
  session.fromAgent(initialize);
  expect(texts(session.lost('gone').repeated)).toEqual([String(initialize)]);
  expect(session.fromDaemon(line({ id: 0, result: {} }))).toBeDefined();
});

test('the log level of the session is set again', () => {
  const session = begun();
  const level = line({ id: 5, method: 'logging/setLevel', params: { level: 'debug' } });
  session.fromAgent(level);
  session.fromDaemon(line({ id: 5, result: {} }));
  expect(texts(session.lost('gone').repeated)).toContain(String(level));
  expect(session.fromDaemon(line({ id: 5, result: {} }))).toBeUndefined();
});

test('the first answer of a tool after a restart says so, the second does not', () => {
  const session = begun();
  session.lost('process 7 is gone');
  session.fromAgent(call);
  const { result } = parsed(session.fromDaemon(answer('a')));
  expect(result.content[0].text).toBe('hello');
  expect(result.content[1].text).toMatch(/process 7 is gone.*started again/);
  session.fromAgent(call);
  expect(session.fromDaemon(answer('a'))).toEqual(answer('a'));
});

test('a cancelled call waits for nothing', () => {
  const session = begun();
  session.fromAgent(call);
  session.fromAgent(line({ method: 'notifications/cancelled', params: { requestId: 'a' } }));
  expect(session.idle).toBe(true);
  expect(session.lost('gone').answers).toEqual([]);
});

test('an answer to a question of the dead daemon does not reach the next', () => {
  const session = begun();
  session.fromDaemon(line({ id: 3, method: 'roots/list' }));
  session.lost('gone');
  expect(session.fromAgent(line({ id: 3, result: { roots: [] } }))).toBe(false);
  session.fromDaemon(line({ id: 3, method: 'roots/list' }));
  expect(session.fromAgent(line({ id: 3, result: { roots: [] } }))).toBe(true);
});

test('garbage from either side goes through', () => {
  const session = begun();
  expect(session.fromAgent(Buffer.from('{"method":"notifications/cancelled",'))).toBe(true);
  expect(String(session.fromDaemon(Buffer.from('not json')))).toBe('not json');
});

test('when no daemon can be had, everything that waits is answered with the reason', () => {
  const session = new DoorSession();
  session.fromAgent(initialize);
  session.fromAgent(call);
  const [first, second] = session.refuseAll('The disk is full.').map(parsed);
  expect(first.error.message).toBe('The disk is full.');
  expect(first.error.data.details).toBe('The disk is full.');
  expect(second.result.isError).toBe(true);
});

test('a call that never reached the daemon is repeated on the next one, but only while that is certain', () => {
  const session = begun();
  session.fromAgent(call);
  session.notDelivered(call);
  const { answers, repeated } = session.lost('gone');
  expect(answers).toEqual([]);
  expect(texts(repeated)).toEqual(texts([initialize, initialized, call]));
  // The next daemon may have read it.
  expect(parsed(session.lost('gone too').answers[0]).result.isError).toBe(true);
});

test('a call that only reads is repeated once; one that ends two daemons is not given to a third', () => {
  const session = begun();
  session.welcomed(['read_file']);
  session.fromAgent(call);
  const first = session.lost('gone');
  expect(first.answers).toEqual([]);
  expect(texts(first.repeated)).toContain(String(call));
  expect(parsed(session.lost('gone too').answers[0]).result.isError).toBe(true);
});

test('a call that may have changed something is never repeated', () => {
  const session = begun();
  session.welcomed(['find_references']);
  session.fromAgent(call);
  expect(parsed(session.lost('gone').answers[0]).result.isError).toBe(true);
});

test('what the door answered early is the agent’s answer; the daemon’s own reaches nobody, unless the tools are others', () => {
  const session = new DoorSession();
  const [greeted, listed, others] = [line({ id: 0, result: { a: 1 } }), line({ id: 1, result: { tools: [1] } }), line({ id: 1, result: { tools: [] } })];
  const early = () => {
    for (const { request, given } of [
      { request: initialize, given: greeted },
      { request: list, given: listed },
    ]) {
      session.fromAgent(request);
      session.answeredEarly(request, given);
    }
    expect(session.greetedEarly).toBe(true);
    expect(session.idle).toBe(true);
  };
  early();
  expect(session.fromDaemon(greeted)).toBeUndefined();
  expect(session.greetedEarly).toBe(false);
  expect(session.fromDaemon(listed)).toBeUndefined();
  early();
  expect(session.fromDaemon(line({ id: 0, result: { a: 2 } }))).toBeUndefined();
  expect(parsed(session.fromDaemon(others)).method).toBe('notifications/tools/list_changed');
  // A daemon that dies before it has answered them is asked again, and its successor's answers reach nobody either.
  early();
  expect(texts(session.lost('gone').repeated)).toEqual(texts([initialize, list]));
  expect(session.fromDaemon(greeted)).toBeUndefined();
  expect(session.fromDaemon(listed)).toBeUndefined();
});

test('a request that waits is found by the line that takes it back', () => {
  const session = begun();
  session.fromAgent(call);
  expect(session.cancelledBy(line({ method: 'notifications/cancelled', params: { requestId: 'b' } }))).toBeUndefined();
  expect(session.cancelledBy(line({ method: 'notifications/cancelled' }))).toBeUndefined();
  expect(session.cancelledBy(line({ method: 'notifications/cancelled', params: { requestId: 'a' } }))).toBe(call);
});
