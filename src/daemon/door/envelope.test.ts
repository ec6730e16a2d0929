// Whether the id and method that are found without parsing are the ones that parsing finds.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { envelopeOf } from './envelope.ts';

test('finds the same id and method as JSON.parse, whatever stands around them', () => {
  const message = fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.oneof(fc.integer(), fc.string()),
      method: fc.constantFrom('initialize', 'tools/call', 'notifications/progress'),
      params: fc.jsonValue(),
      result: fc.jsonValue(),
      'x"}\\': fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(message, fc.constantFrom(undefined, 1), (value, indentation) => {
      const text = JSON.stringify(value, undefined, indentation).replaceAll('\n', ' ');
      const found = envelopeOf(Buffer.from(text));
      expect(found.id).toBe(value.id === undefined ? undefined : JSON.stringify(value.id));
      expect(found.method).toBe(value.method);
    }),
  );
});

test('an id inside the parameters is not the id', () => {
  expect(envelopeOf(Buffer.from('{"params":{"id":7,"method":"x"},"jsonrpc":"2.0"}'))).toEqual({});
});

test('what is no JSON object has no envelope, and never hangs', () => {
  for (const line of ['', '[', '{"id"', '{"id":', '{"id":1', '"x', '{"a":"\\', '[{"id":1}]', '{"id":{"a":[}'])
    expect(() => envelopeOf(Buffer.from(line))).not.toThrow();
  expect(envelopeOf(Buffer.from('[{"id":1,"method":"ping"}]'))).toEqual({});
});
