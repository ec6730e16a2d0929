// Has every tool of the dialects that the contract lists its cases: what its answer must hold, a wrong call, and a reason wherever nothing of it can be long?
import { expect, test } from 'vitest';
import { copilotBridge } from '../../src/dialects/copilotBridge.ts';
import { jetbrainsDebugger } from '../../src/dialects/jetbrainsDebugger.ts';
import { jetbrainsIndex } from '../../src/dialects/jetbrainsIndex.ts';
import { RUNNING_TOOLS } from '../contract/dialects/bridgeRows.ts';
import { WRONG_CALLS } from '../contract/dialects/jetbrainsCalls.ts';
import { SEED_MODELS } from '../contract/dialects/seedModels.ts';

const namesOf = ({ tools }: { readonly tools: readonly { readonly name: string }[] }) => tools.map(({ name }) => name).toSorted();

// That each was called so is what the ledgers of test/contract/dialects check.
test.each([
  ['/index-mcp', jetbrainsIndex],
  ['/debugger-mcp', jetbrainsDebugger],
] as const)('%s: a model and a wrong call for each tool, and for no other', (endpoint, dialect) => {
  expect(Object.keys(SEED_MODELS[endpoint]).toSorted()).toEqual(namesOf(dialect));
  expect([...new Set(WRONG_CALLS[endpoint].map(([name]) => name))].toSorted()).toEqual(namesOf(dialect));
});

test('the bridge: the tools that run something are tools of it, each once', () => {
  expect(new Set(RUNNING_TOOLS).size).toBe(RUNNING_TOOLS.length);
  expect(namesOf(copilotBridge)).toEqual(expect.arrayContaining([...RUNNING_TOOLS]));
});
