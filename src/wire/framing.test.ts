// Whether messages survive every way in which a stream may cut, mix or break them.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentLengthFraming, type Framing, FramingError, lineFraming } from './framing.ts';

const framings: readonly (readonly [string, Framing])[] = [
  ['Content-Length', contentLengthFraming],
  ['lines', lineFraming],
];

test.each(framings)('%s: any messages arrive whole, however the bytes are cut', (_, framing) => {
  const json = fc.json({ maxDepth: 2 }).map((text) => JSON.stringify(JSON.parse(text)));
  fc.assert(
    fc.property(fc.array(json, { maxLength: 8 }), fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (bodies, cuts) => {
      const bytes = Buffer.concat(bodies.map((body) => framing.encode(body)));
      const decoder = framing.decoder({ largestMessage: 1 << 20, onGarbage: unexpected });
      const received: string[] = [];
      for (let at = 0, cut = 0; at < bytes.length; cut++) {
        const length = cuts[cut % cuts.length] ?? 1;
        received.push(...decoder.push(bytes.subarray(at, at + length)));
        at += length;
      }
      expect(received).toEqual(bodies);
    }),
  );
});

test('a message of 20 MB in small chunks arrives whole', () => {
  const body = JSON.stringify({ text: 'ä'.repeat(10_000_000) });
  const bytes = contentLengthFraming.encode(body);
  const decoder = contentLengthFraming.decoder({ largestMessage: 1 << 26, onGarbage: unexpected });
  const received: string[] = [];
  for (let at = 0; at < bytes.length; at += 4096) received.push(...decoder.push(bytes.subarray(at, at + 4096)));
  expect(received).toHaveLength(1);
  expect(received[0]?.length).toBe(body.length);
});

test('text that a server prints between messages is reported and does not swallow the next message', () => {
  const garbage: string[] = [];
  const decoder = contentLengthFraming.decoder({ largestMessage: 1000, onGarbage: (text) => garbage.push(text) });
  const received = [
    ...decoder.push(Buffer.from('Debugger listening\n')),
    ...decoder.push(contentLengthFraming.encode('{"a":1}')),
    ...decoder.push(Buffer.from('some: header\r\n\r\n')),
    ...decoder.push(Buffer.from('Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length:7\r\n\r\n{"b":2}')),
  ];
  expect(received).toEqual(['{"a":1}', '{"b":2}']);
  expect(garbage).toEqual(['Debugger listening', 'some: header']);
});

test('a message that is announced too large is refused before it is read', () => {
  const decoder = contentLengthFraming.decoder({ largestMessage: 100, onGarbage: unexpected });
  expect(() => decoder.push(Buffer.from('Content-Length: 101\r\n\r\n'))).toThrow(FramingError);
});

test('a line without end is refused once it is too long', () => {
  const decoder = lineFraming.decoder({ largestMessage: 100, onGarbage: unexpected });
  expect(decoder.push(Buffer.from('x'.repeat(100)))).toEqual([]);
  expect(() => decoder.push(Buffer.from('x'))).toThrow(FramingError);
});

test('a stream that never shows a header is refused', () => {
  const decoder = contentLengthFraming.decoder({ largestMessage: 100, onGarbage: unexpected });
  expect(() => decoder.push(Buffer.alloc(70_000, 'x'))).toThrow(FramingError);
});

test('lines may end as Windows ends them, and empty ones mean nothing', () => {
  const decoder = lineFraming.decoder({ largestMessage: 100, onGarbage: unexpected });
  expect(decoder.push(Buffer.from('{"a":1}\r\n\r\n\n{"b":2}\n'))).toEqual(['{"a":1}', '{"b":2}']);
});

function unexpected(text: string): never {
  throw new Error(`garbage: ${text}`);
}
