// Which settings ask a person: everything that could run, reach or permit something does, however it is written, and what only looks different does not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPolicySetting, isSecretName, whySettingAsks, whySettingsAsk } from './harmlessSettings.ts';

describe('asks', () => {
  test.each([
    ['binnacle.evaluation', 'free'],
    ['Binnacle.confirmWriteOperations', false],
    ['vscode-mcp-proxy.enableHttpServer', true],
    ['binnacle', { evaluation: 'free' }],
    ['git.path', '/tmp/evil'],
    ['git.path', 'git'],
    ['terminal.integrated.profiles.linux', { bash: { path: '/tmp/evil' } }],
    ['terminal.integrated.defaultProfile.linux', 'evil'],
    ['terminal.integrated.env.linux', { PATH: 'x' }],
    ['terminal.integrated.shell.linux', 'x'],
    ['terminal.integrated.automationProfile.linux', null],
    ['python.defaultInterpreterPath', 'python'],
    ['python.analysis.extraPaths', ['x']],
    ['eslint.runtime', 'node'],
    ['eslint.nodePath', 'x'],
    ['eslint.options', { overrideConfigFile: 'x' }],
    ['rust-analyzer.server.path', 'x'],
    ['rust-analyzer.check.overrideCommand', ['sh']],
    ['go.alternateTools', { go: 'evil' }],
    ['go.toolsEnvVars', { GOFLAGS: '-toolexec=evil' }],
    ['typescript.tsdk', 'node_modules/typescript/lib'],
    ['typescript.npm', 'evil'],
    ['typescript.tsserver.nodePath', 'evil'],
    ['typescript.tsserver.pluginPaths', ['.']],
    ['js/ts.tsdk.path', 'x'],
    ['security.workspace.trust.enabled', false],
    ['security.workspace.trust.untrustedFiles', 'open'],
    ['chat.tools.autoApprove', true],
    ['chat.tools.global.autoApprove', true],
    ['chat.mcp.autostart', 'always'],
    ['chat.agent.enabled', true],
    ['mcp', { servers: {} }],
    ['extensions.autoUpdate', true],
    ['extensions.ignoreRecommendations', true],
    ['remote.SSH.path', 'ssh'],
    ['http.proxy', 'proxy'],
    ['http.proxyStrictSSL', false],
    ['task.allowAutomaticTasks', 'on'],
    ['tasks', { version: '2.0.0', tasks: [] }],
    ['launch', {}],
    ['npm.packageManager', 'evil'],
    ['json.schemas', []],
    ['html.customData', ['x']],
    ['markdown.styles', ['x']],
    ['emmet.extensionsPath', ['x']],
    ['php.validate.executablePath', 'php'],
    ['prettier.prettierPath', 'x'],
    ['prettier.configPath', 'x'],
    ['prettier.plugins', ['x']],
    ['editor.codeActionsOnSave', { 'source.fixAll': 'explicit' }],
    ['editor.someServerPath', 'x'],
    ['editor.toolExecutable', 'x'],
    ['files.simpleDialog.enable', true],
    ['workbench.editorAssociations', { '*.ts': 'evil.editor' }],
    ['workbench.enterprise.proxy', 'x'],
    ['workbench.settings.applyToAllProfiles', ['git.path']],
    ['nobody.knows', true],
    ['nobody.knows', 'plain'],
    // What is not said by name alone.
    ['[typescript]', { 'git.path': '/tmp/evil' }],
    ['[typescript][javascript]', { 'editor.codeActionsOnSave': { x: true } }],
    ['[typescript]', 'no object'],
    ['editor', { codeActionsOnSave: { 'source.fixAll': true } }],
    ['git', { path: '/tmp/evil' }],
    ['chat', { tools: { autoApprove: true } }],
    ['terminal.integrated', { profiles: {} }],
    ['editor.fontFamily', '/bin/sh'],
    ['editor.fontFamily', '..\\evil'],
    ['editor.fontFamily', 'C:\\evil'],
    ['editor.fontFamily', '$(evil)'],
    ['editor.fontFamily', 'evil; sh'],
    ['editor.fontFamily', 'https://evil'],
    ['editor.fontFamily', '~evil'],
    ['editor.fontFamily', 'evil.exe'],
    ['editor.fontFamily', 'x\n"git.path": 1'],
    ['editor.defaultFormatter', '-e evil'],
    ['editor.tokenColorCustomizations', { path: 'x' }],
    ['files.exclude', { '$(evil)': true }],
    ['files.associations', { '*.x': 'https://evil' }],
    // Letters that only look the same, and spaces that nobody sees.
    ['editоr.tabSize', 2],
    ['editor.tabSize\u200b', 2],
    ['EDITOR.tabSize', 2],
  ])('%s = %j', (key, value) => {
    expect(whySettingAsks(key, value)).toEqual(expect.any(String));
    if (!/^\[|^editor$|editor\.font|editor\.default|editor\.tokenColor|^files\.(?:exclude|associations)|^editor\.tabSize$/.test(key))
      expect(whySettingAsks(key, undefined), 'removed').toEqual(expect.any(String));
  });
});

describe('does not ask', () => {
  test.each([
    ['editor.tabSize', 4],
    ['editor.formatOnSave', true],
    ['editor.defaultFormatter', 'esbenp.prettier-vscode'],
    ['editor.fontFamily', "'Fira Code', monospace"],
    ['editor.rulers', [80, { column: 100, color: '#ff0000' }]],
    ['editor.quickSuggestions', { other: true, comments: 'off', strings: 'inline' }],
    ['editor', { tabSize: 2, 'bracketPairColorization.enabled': true }],
    ['[typescript]', { 'editor.tabSize': 2, 'editor.defaultFormatter': 'vscode.typescript-language-features' }],
    ['files.exclude', { '**/dist/**': true, '**/*.js': { when: '$' + '{basename}.ts' } }],
    ['files.associations', { '*.mdx': 'markdown' }],
    ['files.insertFinalNewline', true],
    ['files.eol', '\n'],
    ['search.exclude', { '**/node_modules': true }],
    ['explorer.fileNesting.enabled', true],
    ['workbench.colorTheme', 'Default Dark+'],
    ['terminal.integrated.fontSize', 13],
    ['typescript.updateImportsOnFileMove.enabled', 'always'],
    ['typescript.preferences.importModuleSpecifier', 'relative'],
    ['javascript.format.semicolons', 'insert'],
    ['css.lint.unknownProperties', 'warning'],
    ['json.format.enable', false],
    ['python.analysis.typeCheckingMode', 'strict'],
    ['prettier.semi', false],
  ])('%s = %j', (key, value) => {
    expect(whySettingAsks(key, value)).toBeUndefined();
    if (key !== 'editor') expect(whySettingAsks(key, undefined)).toBeUndefined();
  });
});

test('whatever name nobody has looked at asks, and no value of any other opens a path', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z]{3,12}(?:\.[a-zA-Z]{2,12}){1,3}$/), fc.jsonValue(), (key, value) => {
      fc.pre(!/^(?:editor|diffEditor|explorer|breadcrumbs|outline|problems)\./.test(key));
      expect(whySettingAsks(`zz${key}`, value)).toEqual(expect.any(String));
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom('editor.fontFamily', 'files.exclude', 'window.title'), fc.webPath(), fc.string(), (key, path, tail) => {
      expect(whySettingAsks(key, `https://evil${path}${tail}`)).toEqual(expect.any(String));
    }),
  );
});

test('of a file only what becomes another is judged, also what goes', () => {
  const before = { 'git.path': '/usr/bin/git', 'editor.tabSize': 2 };
  expect(whySettingsAsk(before, { ...before, 'editor.tabSize': 4 })).toBeUndefined();
  expect(whySettingsAsk(before, { 'editor.tabSize': 2 })).toContain('git.path');
  expect(whySettingsAsk(before, { ...before, 'git.path': '/tmp/git' })).toContain('git.path');
  expect(whySettingsAsk({}, before)).toContain('git.path');
});

test('what says what agents may do is no setting, and what is called a secret is one', () => {
  for (const key of ['binnacle.policy', 'binnacle.policy.effects', 'Binnacle.Policy', 'binnacle.grants', 'vscode-mcp-proxy.token'])
    expect(isPolicySetting(key)).toBe(true);
  for (const key of ['binnacle.evaluation', 'editor.policy', 'binnacle.port']) expect(isPolicySetting(key)).toBe(false);
  for (const key of ['openai.apiKey', 'x.api_key', 'github.token', 'a.clientSecret', 'http.proxyAuthorization', 'db.password'])
    expect(isSecretName(key)).toBe(true);
  for (const key of ['editor.tabSize', 'editor.multiCursorModifier', 'git.author', 'tokenizer.size']) expect(isSecretName(key)).toBe(false);
});
