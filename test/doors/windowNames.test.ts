// Whatever the protocol of the window names, the built daemon has: every topic comes, and every method is known.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Agent } from '../faults/agent.ts';
import { shopIn } from '../faults/machine.ts';
import { type Home, temporaryHome } from '../support/builtProgram.ts';
import { linkOf, WindowClient } from '../support/windowClient.ts';

let home: Home;
let agent: Agent;
let page: WindowClient;
beforeAll(async () => {
  home = await temporaryHome();
  agent = await Agent.connected(home, await shopIn(home));
  page = await WindowClient.open(await linkOf(home));
});
afterAll(async () => {
  page[Symbol.dispose]();
  await agent[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const protocol = (file: string) => readFileSync(fileURLToPath(new URL(`../../src/dashboard/protocol/${file}`, import.meta.url)), 'utf8');

test('every topic comes with a snapshot', async () => {
  const listed = /export interface RowsByTopic \{([^}]+)\}/.exec(protocol('rows.ts'))?.[1] ?? '';
  const topics = [...listed.matchAll(/readonly (\w+):/g)].map(([, name = '']) => name);
  expect(topics.length).toBeGreaterThan(10);
  for (const topic of topics) page.subscribe(JSON.parse(JSON.stringify(topic)));
  await page.until(() => topics.every((topic) => page.snapshots.some((each) => each === topic)), `of ${topics.join(', ')} only ${page.snapshots.join(', ')}`);
});

// These would do it.
const WITHOUT_PARAMS: ReadonlySet<string> = new Set(['history.clear', 'daemon.stop']);

test('every method is known, and what it cannot understand it refuses', async () => {
  const methods = [...protocol('methods.ts').matchAll(/^ {2}readonly '([\w.]+)':/gm)].map(([, name = '']) => name);
  expect(methods.length).toBeGreaterThan(30);
  const unknown: string[] = [];
  for (const method of methods.filter((name) => !WITHOUT_PARAMS.has(name))) {
    const answer = await page.ask(JSON.parse(JSON.stringify(method)), 7);
    if (!answer.ok && ['unknown_method', 'internal_error'].includes(answer.error.code)) unknown.push(`${method}: ${answer.error.message}`);
  }
  expect(unknown).toEqual([]);
});
