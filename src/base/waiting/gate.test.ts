// Who is inside with whom.
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Gate } from './gate.ts';

const refused = () => new Error('refused');

test('an exclusive holder is always alone, and every waiter gets its turn', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ alone: fc.boolean(), at: fc.nat(3), stays: fc.nat(3) }), { maxLength: 12 }), async (visitors) => {
      const gate = new Gate();
      const inside = new Set<{ alone: boolean }>();
      const { signal } = new AbortController();
      await Promise.all(
        visitors.map(async (visitor) => {
          await sleep(visitor.at);
          await gate[visitor.alone ? 'alone' : 'together'](signal, refused, async () => {
            inside.add(visitor);
            if ([...inside].some(({ alone }) => alone)) expect(inside.size).toBe(1);
            await sleep(visitor.stays);
            inside.delete(visitor);
          });
        }),
      );
    }),
    { numRuns: 30 },
  );
});

test('one who gives up waiting lets the others pass', async () => {
  const gate = new Gate();
  const leave = new AbortController();
  const impatient = new AbortController();
  const staying = gate.together(leave.signal, refused, () => sleep(20));
  const waiting = gate.alone(impatient.signal, refused, async () => 'alone');
  impatient.abort();
  await expect(waiting).rejects.toThrow('refused');
  await expect(gate.together(leave.signal, refused, async () => 'in')).resolves.toBe('in');
  await staying;
});
