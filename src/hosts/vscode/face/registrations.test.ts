// Does one thing that cannot be registered keep the others out?
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registerEach } from './registrations.ts';

test('whichever fail are logged by name, and all others are registered and taken back', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.func(fc.boolean()), (names, fails) => {
      const logged: string[] = [];
      const here = new Set<string>();
      const log = { info: () => {}, warn: () => {}, error: (message: string) => logged.push(message) };
      const failing = names.filter((name) => fails(name));
      const done = registerEach(
        names.map((name) => ({
          name,
          register() {
            if (failing.includes(name)) throw new Error('already registered');
            here.add(name);
            return { dispose: () => here.delete(name) };
          },
        })),
        log,
      );
      expect(done.names).toEqual(names.filter((name) => !failing.includes(name)));
      expect([...here]).toEqual(done.names);
      expect(logged).toEqual(failing.map((name) => `${name} was not registered with VS Code: already registered`));
      done[Symbol.dispose]();
      expect(here.size).toBe(0);
    }),
  );
});
