// What an agent reads in a clone whose dependencies nobody installed, and calls of overloaded functions, with real engines.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RealAgent, realAgentOn } from './realAgent.ts';

const IMPORTS = Array.from({ length: 6 }, (_, index) => `lib${index}`);

let real: RealAgent;
beforeAll(async () => {
  real = await realAgentOn({
    'tsconfig.json': '{ "compilerOptions": { "strict": true, "module": "nodenext" } }',
    'main.ts': IMPORTS.map((name) => `import ${name} from '${name}';\nconsole.log(${name});\n`).join(''),
    'main.py': IMPORTS.map((name) => `import ${name}\n`).join(''),
    'names.py': 'def names(row: object) -> str:\n    return getattr(row, "names").partition(",")\n',
  });
});
afterAll(() => real.close());

test('errors that come from missing dependencies are said to', async () => {
  const { value } = await real.agent.call('get_diagnostics', {});
  expect(value).toMatchObject({
    notes: expect.arrayContaining([
      '12 imports cannot be resolved, and other errors follow from that: are the dependencies installed? get_project_info names the package manager.',
    ]),
  });
  const one = await real.agent.call('get_diagnostics', { file: 'main.ts' });
  expect(one.text).not.toContain('are the dependencies installed');
});

test('an overloaded function of a library is called once, however many signatures it has', async () => {
  const { value, text } = await real.agent.call('call_hierarchy', { symbol: { name: 'names' }, direction: 'callees' });
  expect(value).toMatchObject({ calls: [expect.objectContaining({ name: 'getattr', at: [2], library: true })] });
  expect(text).toContain('getattr of a library, calls at 2');
});

test('the engine of Python is named as Python’s', async () => {
  const { value } = await real.agent.call('index_status', {});
  expect(value).toMatchObject({
    engines: expect.arrayContaining([expect.objectContaining({ language: 'python', engine: expect.stringMatching(/^basedpyright /) })]),
  });
});
