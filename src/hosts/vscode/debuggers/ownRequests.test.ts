// Who has asked a debugger, when an agent and a person ask the same at the same moment.
import { expect, test } from 'vitest';
import { marked, takeMark } from './ownRequests.ts';

const request = (given: object) => ({ type: 'request', command: 'next', arguments: given });

test('of two equal requests ours is known in whichever order they are passed on, and the debugger gets it without the mark', () => {
  for (const isOursFirst of [true, false]) {
    const [ours, theirs] = [request(marked({ threadId: 1 })), request({ threadId: 1 })];
    const passed = isOursFirst ? [ours, theirs] : [theirs, ours];
    expect(passed.map(takeMark)).toEqual([isOursFirst, !isOursFirst]);
    expect(passed).toEqual([request({ threadId: 1 }), request({ threadId: 1 })]);
  }
});

test('what has no mark is not ours, in whatever form it comes', () => {
  for (const message of [undefined, null, 'next', {}, { arguments: null }, { arguments: 'x' }, request({}), request({ __binnacle: 'a key' })])
    expect(takeMark(message)).toBe(false);
});
