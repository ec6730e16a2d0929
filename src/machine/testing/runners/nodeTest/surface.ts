// The replaced node:test, as the program that loads the test files has left it for them.

type Called = (...given: readonly unknown[]) => unknown;

interface Surface
  extends Record<
    'default' | 'test' | 'it' | 'describe' | 'suite' | 'before' | 'after' | 'beforeEach' | 'afterEach' | 'run' | 'skip' | 'todo' | 'only',
    Called
  > {
  readonly mock: unknown;
}

declare global {
  var binnacleNodeTest: Surface;
}

export const surface: Surface = globalThis.binnacleNodeTest;
