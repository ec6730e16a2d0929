// Through the front door: an agent asks whether the engines are ready.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

test('ready when no engine is loading', async () => {
  await using agent = await agentOn('// @file a.ts');
  const { value, text } = await agent.call('index_status', {});
  expect(value).toEqual({ ready: true, project: '/fixture', engines: [{ language: 'typescript', engine: 'scripted 1.0', state: 'ready' }] });
  expect(text).toBe('/fixture is ready\ntypescript: scripted 1.0 ready');
});

test('not ready while one loads; reports memory, restarts, root and what is missing', async () => {
  await using agent = await agentOn('// @file a.ts', {
    script: {
      engines: [
        {
          language: 'typescript',
          engine: 'typescript 7.0.2',
          state: 'loading',
          root: 'file:///fixture/packages/a',
          restarts: 1,
          memoryMb: 301.4,
          detail: '120 of 443 files',
        },
        { language: 'go', engine: 'gopls', state: 'missing', root: '/fixture', restarts: 0, install: 'go install golang.org/x/tools/gopls@latest', files: 3 },
        { language: 'python', engine: 'basedpyright 1.40.1', state: 'hibernating', root: '/fixture', restarts: 0 },
      ],
    },
  });
  const { value, text } = await agent.call('index_status', {});
  expect(value).toEqual({
    ready: false,
    project: '/fixture',
    engines: [
      { language: 'typescript', engine: 'typescript 7.0.2', state: 'loading', root: 'packages/a', memoryMb: 301, restarts: 1, detail: '120 of 443 files' },
      { language: 'go', engine: 'gopls', state: 'missing', files: 3, install: 'go install golang.org/x/tools/gopls@latest' },
      { language: 'python', engine: 'basedpyright 1.40.1', state: 'hibernating' },
    ],
  });
  expect(text).toContain('still loading');
  expect(text).toContain('typescript: typescript 7.0.2 loading, in packages/a, 301 MB, 1 restart, 120 of 443 files');
  expect(text).toContain('python: basedpyright 1.40.1 rests, and wakes with the next question');
  expect(text).toContain('to install it: go install golang.org/x/tools/gopls@latest');
});

test('an engine that starts with the first question does not make agents wait', async () => {
  await using agent = await agentOn('// @file a.ts', {
    script: { engines: [{ language: 'python', engine: 'basedpyright 1.40.1', state: 'notStarted', root: '/fixture', restarts: 0 }] },
  });
  expect((await agent.call('index_status', {})).value).toMatchObject({ ready: true });
});

test('takes no arguments of its own', async () => {
  await using agent = await agentOn('// @file a.ts');
  expect(await agent.refusal('index_status', { verbose: true })).toMatchObject({ error: 'invalid_arguments', next: 'Its arguments are: project_path.' });
});
