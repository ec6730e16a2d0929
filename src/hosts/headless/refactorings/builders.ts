// What is built for which language; loaded when somebody asks for it.
import type { Builder } from './building.ts';

export const pythonBuilder: Builder = {
  kinds: ['extractFunction', 'extractVariable', 'inline', 'move'],
  build: async (building) => (await import('./python/pythonBuilder.ts')).buildPython(building),
};
