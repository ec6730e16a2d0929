// When a link and a session are worth something, and when not any more: with a clock that the test turns.
import { expect, test } from 'vitest';
import { MovedClock } from '../../../test/support/movedClock.ts';
import { minutes, seconds } from '../../base/waiting/duration.ts';
import type { SessionStore } from './keptSessions.ts';
import { keyOfCode, newNonce, proofOf } from './windowKeys.ts';
import { type Refusal, type WindowSession, WindowSessions } from './windowSessions.ts';

const PORT = 29300;
const HOST = `127.0.0.1:${PORT}`;

class Store implements SessionStore {
  readonly files = new Map<number, string>();

  read(port: number): string | undefined {
    return this.files.get(port);
  }

  write(port: number, text: string): void {
    this.files.set(port, text);
  }
}

function house(store = new Store(), clock = new MovedClock()) {
  const lines: string[] = [];
  const log = { info: (line: string) => lines.push(line), warn: (line: string) => lines.push(line), error: (line: string) => lines.push(line) };
  return { sessions: new WindowSessions({ store, log, clock }), store, clock, lines };
}

function enter(sessions: WindowSessions, code: string, redeems: boolean, at = { host: HOST, port: PORT }, isProgram = false): WindowSession | Refusal {
  const { id, key } = keyOfCode(code);
  const nonce = newNonce();
  const opening = sessions.begin({ session: id, nonce, redeems, isProgram }, at.host, at.port);
  if ('code' in opening) return opening;
  const words = { session: id, host: at.host, pageNonce: nonce, daemonNonce: opening.nonce };
  expect(opening.proof).toBe(proofOf(key, 'daemon', words));
  return opening.finish(proofOf(key, 'page', words));
}

test('a link opens within 60 seconds, and not after 61', () => {
  const { sessions, clock } = house();
  const [soon, late] = [sessions.issue('sh 1'), sessions.issue('sh 1')];
  clock.pass(seconds(59));
  expect(enter(sessions, soon.code, true)).toMatchObject({ chain: 'sh 1' });
  clock.pass(seconds(2));
  expect(enter(sessions, late.code, true)).toMatchObject({ code: 'expired_session' });
  // Nor is it a session.
  expect(enter(sessions, late.code, false)).toMatchObject({ code: 'expired_session' });
});

test('a page that was reloaded before its proof arrived spends its link, and whoever says that it has the link is the second', () => {
  const { sessions } = house();
  const { code } = sessions.issue('sh 1');
  expect(enter(sessions, code, false)).toMatchObject({ chain: 'sh 1' });
  expect(enter(sessions, code, false)).toMatchObject({ chain: 'sh 1' });
  expect(enter(sessions, code, true)).toMatchObject({ code: 'used_link' });
  expect(enter(sessions, code, false)).toMatchObject({ code: 'used_link' });
});

test('a link that runs out while its page proves itself is no session', () => {
  const { sessions, clock } = house();
  const { code } = sessions.issue('sh 1');
  const { id, key } = keyOfCode(code);
  const opening = sessions.begin({ session: id, nonce: 'n', redeems: true }, HOST, PORT);
  clock.pass(seconds(61));
  if ('code' in opening) throw new Error(opening.code);
  expect(opening.finish(proofOf(key, 'page', { session: id, host: HOST, pageNonce: 'n', daemonNonce: opening.nonce }))).toMatchObject({
    code: 'expired_session',
  });
});

test('a session ends after 12 hours without use, and after 7 days however much it is used', () => {
  const { sessions, clock } = house();
  const { code } = sessions.issue('sh 1');
  const session = enter(sessions, code, true);
  if ('code' in session) throw new Error(session.code);
  clock.pass(minutes(11 * 60));
  sessions.used(session.id);
  clock.pass(minutes(11 * 60));
  expect(enter(sessions, code, false)).toMatchObject({ id: session.id });
  // That a page comes back by itself is no use.
  clock.pass(minutes(2 * 60));
  expect(enter(sessions, code, false)).toMatchObject({ code: 'expired_session' });
  const other = sessions.issue('sh 2');
  const used = enter(sessions, other.code, true);
  if ('code' in used) throw new Error(used.code);
  for (let hours = 0; hours < 7 * 24; hours += 6) {
    expect(sessions.isOpen(used.id)).toBe(true);
    sessions.used(used.id);
    clock.pass(minutes(6 * 60));
  }
  expect(sessions.isOpen(used.id)).toBe(false);
});

test('sessions and alarms outlive the daemon, at the port that they belong to', () => {
  const first = house();
  const { code } = first.sessions.issue('sh 1');
  const session = enter(first.sessions, code, true);
  const next = house(first.store, first.clock);
  expect(enter(next.sessions, code, false)).toMatchObject({ chain: 'sh 1' });
  expect(next.sessions.alarmsFor('another')).toMatchObject([{ kind: 'new_window', chain: 'sh 1' }]);
  expect(next.sessions.alarmsFor('code' in session ? '' : session.id)).toEqual([]);
  expect(enter(next.sessions, code, false, { host: '127.0.0.1:3000', port: 3000 })).toMatchObject({ code: 'unknown_session' });
  // Neither the code nor anything that it could be found by is kept.
  expect([...first.store.files.values()].join()).not.toContain(code);
  next.sessions.revokePort(PORT, 'another program listened there');
  expect(enter(next.sessions, code, false)).toMatchObject({ code: 'revoked_session' });
  expect(enter(house(first.store, first.clock).sessions, code, false)).toMatchObject({ code: 'unknown_session' });
});

test('a second redemption ends the first, also at another time, and is an alarm that is kept', () => {
  const { sessions, store, clock, lines } = house();
  const { code } = sessions.issue('sh 1');
  expect(enter(sessions, code, true)).toMatchObject({ chain: 'sh 1' });
  clock.pass(minutes(60));
  expect(enter(sessions, code, true)).toMatchObject({ code: 'used_link' });
  expect(enter(sessions, code, false)).toMatchObject({ code: 'used_link' });
  const next = house(store, clock).sessions;
  expect(enter(next, code, false)).toMatchObject({ code: 'unknown_session' });
  expect(next.alarmsFor('')).toMatchObject([{ kind: 'new_window' }, { kind: 'link_used_twice' }]);
  expect(lines.join('\n')).toContain('used twice');
});

test('an agent that asks all the time hides no other alarm', () => {
  const { sessions } = house();
  const { code } = sessions.issue('sh 1');
  enter(sessions, code, true);
  enter(sessions, code, true);
  for (let count = 0; count < 100; count++) sessions.agentAsked(`sh ${count}`);
  const kinds = sessions.alarmsFor('').map(({ kind }) => kind);
  expect(kinds.slice(0, 2)).toEqual(['new_window', 'link_used_twice']);
  expect(kinds).toHaveLength(22);
  expect(sessions.alarmsFor('').at(-1)?.chain).toBe('sh 99');
});

test('a proof counts once, for its side, its host and its nonces', () => {
  const { sessions } = house();
  const { code } = sessions.issue('sh 1');
  enter(sessions, code, true);
  const { id, key } = keyOfCode(code);
  const begun = () => {
    const opening = sessions.begin({ session: id, nonce: 'n' }, HOST, PORT);
    if ('code' in opening) throw new Error(opening.code);
    return { opening, words: { session: id, host: HOST, pageNonce: 'n', daemonNonce: opening.nonce } };
  };
  const { opening, words } = begun();
  expect(opening.finish(proofOf(key, 'daemon', words))).toMatchObject({ code: 'wrong_proof' });
  // The right one comes too late.
  expect(opening.finish(proofOf(key, 'page', words))).toMatchObject({ code: 'wrong_proof' });
  const other = begun();
  expect(other.opening.finish(proofOf(key, 'page', { ...other.words, host: '127.0.0.1:3000' }))).toMatchObject({ code: 'wrong_proof' });
  expect(begun().opening.finish(proofOf(key, 'page', words))).toMatchObject({ code: 'wrong_proof' });
});

test('what a damaged file says opens nothing, and links and sessions are bounded', () => {
  const store = new Store();
  store.files.set(PORT, '{"sessions":[{"id":1}]}');
  const { sessions } = house(store);
  const codes = Array.from({ length: 40 }, () => sessions.issue('sh 1').code);
  expect(enter(sessions, codes[0] ?? '', true)).toMatchObject({ code: 'unknown_session' });
  for (let count = 0; count < 32; count++) expect(enter(sessions, sessions.issue('sh 1').code, true)).toMatchObject({ chain: 'sh 1' });
  expect(enter(sessions, sessions.issue('sh 1').code, true)).toMatchObject({ code: 'too_many_windows' });
});

test('a clock that is set back prolongs neither a link nor a session', () => {
  const { sessions, clock } = house();
  const late = sessions.issue('zsh');
  clock.setBack(minutes(60));
  clock.pass(seconds(61));
  expect(enter(sessions, late.code, true)).toMatchObject({ code: 'expired_session' });
  const { code } = sessions.issue('zsh');
  enter(sessions, code, true);
  clock.setBack(minutes(24 * 60));
  clock.pass(minutes(12 * 60));
  expect(enter(sessions, code, false)).toMatchObject({ code: 'expired_session' });
});

test('a session that was used in a time which is still to come opens nothing after a restart', () => {
  const { sessions, clock, store } = house();
  const { code } = sessions.issue('zsh');
  enter(sessions, code, true);
  clock.setBack(seconds(30));
  expect('id' in enter(house(store, clock).sessions, code, false)).toBe(true);
  clock.setBack(minutes(60));
  expect(enter(house(store, clock).sessions, code, false)).toMatchObject({ code: 'expired_session' });
});

test('the session of a program ends a minute after its last connection, and no other daemon knows it', () => {
  const { sessions, store, clock } = house();
  const enterAsProgram = (code: string) => enter(sessions, code, false, { host: HOST, port: PORT }, true);
  const { code } = sessions.issue('code 7');
  const { id } = keyOfCode(code);
  expect(enterAsProgram(code)).toMatchObject({ id });
  expect(JSON.parse(store.files.get(PORT) ?? '')).toMatchObject({ sessions: [] });
  expect(enter(house(store).sessions, code, false)).toMatchObject({ code: 'unknown_session' });
  // One that is loaded again is there within the minute.
  sessions.connected(id, false);
  clock.pass(seconds(59));
  expect(enterAsProgram(code)).toMatchObject({ id });
  sessions.connected(id, true);
  clock.pass(minutes(60));
  expect(sessions.isOpen(id)).toBe(true);
  sessions.connected(id, false);
  clock.pass(seconds(61));
  expect(sessions.isOpen(id)).toBe(false);
  expect(enterAsProgram(code)).toMatchObject({ code: 'expired_session' });
});

test('a page of a browser stays a person’s while it is closed, and forty starts of a program are no crowd', () => {
  const { sessions, clock } = house();
  const { code } = sessions.issue('zsh 1');
  enter(sessions, code, true);
  sessions.connected(keyOfCode(code).id, false);
  for (let start = 0; start < 40; start += 1) {
    const program = sessions.issue('code 7');
    expect(enter(sessions, program.code, false, { host: HOST, port: PORT }, true)).toMatchObject({ chain: 'code 7' });
    sessions.connected(keyOfCode(program.code).id, false);
    clock.pass(minutes(2));
  }
  expect(sessions.rows(() => false).map(({ chain }) => chain)).toEqual(['zsh 1']);
});
