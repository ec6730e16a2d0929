// Through the front door: an agent wants to read the code of a dependency. Real package managers are in test/contract/tools/sources.test.ts.
import { expect, test } from 'vitest';
import { agentOn } from '../../../test/support/check.ts';

const SHOP = `
// @file package.json
{ "name": "shop", "dependencies": { "zod": "^4.0.0", "left-pad": "^1.0.0" } }
// @file package-lock.json
{ "packages": { "node_modules/zod": { "version": "4.6.7" }, "node_modules/left-pad": { "version": "1.3.0" } } }
// @file service/go.mod
module example.com/service
require golang.org/x/text v0.14.0
require example.com/old v1.0.0
replace example.com/old => example.com/fork v1.2.0
// @file lib/pom.xml
<project><artifactId>lib</artifactId><dependencies><dependency><groupId>org.hamcrest</groupId><artifactId>hamcrest</artifactId><version>2.2</version></dependency></dependencies></project>
`;

const ZOD = {
  uri: 'file:///fixture/node_modules/zod',
  version: '4.6.7',
  parts: [
    { kind: 'sources', uri: 'file:///fixture/node_modules/zod/src' },
    { kind: 'declarations', uri: 'file:///fixture/node_modules/zod/index.d.ts' },
  ],
  repository: 'git+https://example.com/zod.git',
} as const;

test('where an installed package lies, with its sources and typings', async () => {
  const questions: string[] = [];
  await using agent = await agentOn(SHOP, { script: { packages: { zod: [ZOD] }, onQuestion: (question) => questions.push(question) } });
  const { value, text } = await agent.call('download_sources', { package: 'zod' });
  expect(value).toEqual({
    package: 'zod',
    ecosystem: 'npm',
    declaredIn: ['package.json'],
    places: [
      {
        place: 'node_modules/zod',
        version: '4.6.7',
        sources: ['node_modules/zod/src'],
        declarations: ['node_modules/zod/index.d.ts'],
        repository: 'git+https://example.com/zod.git',
      },
    ],
  });
  expect(text).toContain('node_modules/zod 4.6.7\n  sources: node_modules/zod/src\n');
  expect(questions).toEqual([]);
});

test('what is missing is fetched by the manager that the lock names, in the resolved version', async () => {
  const fetchable = { 'left-pad': [{ uri: 'file:///fixture/node_modules/left-pad', version: '1.3.0' }] };
  await using agent = await agentOn(SHOP, { script: { fetchable } });
  expect((await agent.call('download_sources', { package: 'left-pad' })).value).toEqual({
    package: 'left-pad',
    ecosystem: 'npm',
    declaredIn: ['package.json'],
    places: [{ place: 'node_modules/left-pad', version: '1.3.0' }],
    fetched: 'npm fetch left-pad@1.3.0',
  });
});

test('what a package manager executes of the project although it runs no script is said', async () => {
  const fetchable = { 'left-pad': [{ uri: 'file:///fixture/node_modules/left-pad', version: '1.3.0' }] };
  await using agent = await agentOn(SHOP, { script: { fetchable, executedByManager: ['.pnpmfile.cjs (hooks)'] } });
  expect((await agent.call('download_sources', { package: 'left-pad' })).value).toMatchObject({
    notes: ['npm also executed what the project tells it to: .pnpmfile.cjs (hooks).'],
  });
});

test('what the package manager does to the project is a change that can be looked at and undone', async () => {
  const fetchable = { 'left-pad': [{ uri: 'file:///fixture/node_modules/left-pad', version: '1.3.0' }] };
  const script = { fetchable, onQuestion: (question: string) => void (question.startsWith('npm fetch') && agent.ide.documents.write('trace.txt', 'made\n')) };
  await using agent = await agentOn(SHOP, { script });
  const { value, text } = await agent.call('download_sources', { package: 'left-pad' });
  expect(value).toMatchObject({ changeId: 'change1' });
  expect(text).toContain('It changed files of the project: change change1');
  const { value: listed, text: printed } = await agent.call('list_changes', { change_id: 'change1' });
  expect(listed).toMatchObject({
    changes: [{ tool: 'download_sources', title: 'fetch left-pad with npm', observed: true, undoable: 'all', files: [{ file: 'trace.txt', kind: 'created' }] }],
    diff: '--- /dev/null\n+++ b/trace.txt\n@@ -0,0 +1 @@\n+made',
  });
  expect(printed).toContain('(seen while it ran; undoable: all)');
  expect((await agent.call('undo', { change_id: 'change1' })).value).toMatchObject({ applied: true, files: [{ file: 'trace.txt', kind: 'deleted' }] });
});

test('Go by the path of a package inside a module, through a replacement, and in a version of one’s own', async () => {
  const outside = (path: string, version: string) => [{ uri: `file:///cache/${path}@${version}`, version }];
  const fetchable = { 'golang.org/x/text': outside('text', 'v0.15.0') };
  const packages = { 'example.com/fork': outside('fork', 'v1.2.0') };
  await using agent = await agentOn(SHOP, { script: { packages, fetchable } });
  expect((await agent.call('download_sources', { package: 'golang.org/x/text/language', version: 'v0.15.0' })).value).toMatchObject({
    package: 'golang.org/x/text',
    ecosystem: 'go',
    declaredIn: ['service/go.mod'],
    places: [{ place: '/cache/text@v0.15.0', version: 'v0.15.0' }],
    fetched: 'go fetch golang.org/x/text@v0.15.0',
  });
  expect((await agent.call('download_sources', { package: 'example.com/old' })).value).toMatchObject({
    package: 'example.com/fork',
    places: [{ version: 'v1.2.0' }],
  });
});

test('Maven by the artifact alone, as an archive', async () => {
  const uri = 'file:///home/.m2/hamcrest-2.2-sources.jar';
  await using agent = await agentOn(SHOP, { script: { packages: { 'org.hamcrest:hamcrest': [{ uri, version: '2.2', parts: [{ kind: 'archive', uri }] }] } } });
  expect((await agent.call('download_sources', { package: 'hamcrest' })).value).toMatchObject({
    package: 'org.hamcrest:hamcrest',
    places: [{ place: '/home/.m2/hamcrest-2.2-sources.jar', archive: true }],
  });
});

test('a package that nobody declares is found where it is installed, and is else unknown', async () => {
  await using agent = await agentOn(SHOP, { script: { packages: { transitive: [{ uri: 'file:///fixture/node_modules/transitive', version: '1.0.0' }] } } });
  const { value } = await agent.call('download_sources', { package: 'transitive' });
  expect(value).toMatchObject({ package: 'transitive', ecosystem: 'npm', places: [{ version: '1.0.0' }] });
  expect(value).not.toHaveProperty('declaredIn');
  expect(await agent.refusal('download_sources', { package: 'zodd' })).toMatchObject({
    error: 'unknown_package',
    next: 'Did you mean zod?',
    candidates: ['zod'],
  });
});

test('looking alone fetches nothing, and says what would', async () => {
  await using agent = await agentOn(SHOP);
  expect(await agent.refusal('download_sources', { package: 'zod', fetch: false })).toMatchObject({
    error: 'sources_missing',
    message: expect.stringContaining('npm has not fetched'),
    next: expect.stringContaining('fetch'),
  });
});

test('a fetch that fails shows what the manager said; one that brings another version says which', async () => {
  await using agent = await agentOn(SHOP, { script: { fetchable: { zod: [ZOD] } } });
  expect(await agent.refusal('download_sources', { package: 'left-pad' })).toMatchObject({
    error: 'fetch_failed',
    message: expect.stringContaining('it cannot be had'),
  });
  expect(await agent.refusal('download_sources', { package: 'zod', version: '3.0.0' })).toMatchObject({
    error: 'sources_missing',
    message: expect.stringContaining('npm has 4.6.7'),
    next: expect.stringContaining('without version'),
  });
});

test('a project without manifests has no packages', async () => {
  await using agent = await agentOn('// @file main.ts\nexport {};\n');
  expect(await agent.refusal('download_sources', { package: 'zod' })).toMatchObject({
    error: 'unknown_package',
    message: expect.stringContaining('no manifest'),
  });
});

test('a policy that denies running programs denies it', async () => {
  const policy = { effects: { reads: 'allow', edits: 'allow', runs: 'deny', controls: 'allow' }, tools: {} } as const;
  await using agent = await agentOn(SHOP, { policy, script: { packages: { zod: [ZOD] } } });
  expect(await agent.refusal('download_sources', { package: 'zod' })).toMatchObject({ error: 'not_permitted' });
});
