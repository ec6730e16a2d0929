// What is built for which language; loaded when somebody asks for it.
import type { Builder } from './building.ts';

export const pythonBuilder: Builder = {
  kinds: ['extractFunction', 'extractVariable', 'inline', 'move'],
  build: async (building) => (await import('../python/refactorings/pythonBuilder.ts')).buildPython(building),
};

export const goBuilder: Builder = {
  kinds: ['extractFunction', 'extractVariable', 'inline', 'move'],
  build: async (building) => (await import('../go/refactorings/goBuilder.ts')).buildGo(building),
};

// A declaration in C++ has no one place from which all its users include it, so it is not moved.
export const cppBuilder: Builder = {
  kinds: ['extractFunction', 'extractVariable', 'inline'],
  build: async (building) => (await import('../cpp/refactorings/cppBuilder.ts')).buildCpp(building),
};
