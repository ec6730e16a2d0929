// What is refused before anything is written, and what is never made a service.
import { sep } from 'node:path';
import { expect, test } from 'vitest';
import { install } from './install.ts';
import { installService } from './service/service.ts';

test('an unknown agent is an error that lists the known ones', async () => {
  await expect(install('emacs', { scope: 'user' }, 'x')).rejects.toThrow(
    expect.objectContaining({ code: 'unknown_agent', next: expect.stringContaining('claude-code') }),
  );
});

test.each([
  ['codex', { transport: 'sse' }, 'transport_unsupported'],
  ['claude-desktop', { transport: 'http' }, 'transport_unsupported'],
  ['claude-code', { transport: 'http', scope: 'project' }, 'token_in_project'],
  ['windsurf', { scope: 'project' }, 'scope_unsupported'],
] as const)('%s with %j is refused: %s', async (agent, flags, code) => {
  await expect(install(agent, { scope: 'user', dryRun: true, ...flags }, 'x')).rejects.toThrow(expect.objectContaining({ code }));
});

test('what lies in the cache of npx does not become a service', async () => {
  const executable = ['', 'home', '.npm', '_npx', 'a1', 'binnacle.cjs'].join(sep);
  await expect(installService({ project: [] }, executable)).rejects.toThrow(expect.objectContaining({ code: 'service_unavailable' }));
});

test('the extension is for VS Code alone, and a package that is not there is an error', async () => {
  await expect(install('codex', { scope: 'user', extension: true }, 'x')).rejects.toThrow(expect.objectContaining({ code: 'not_an_extension' }));
  await expect(install('vscode', { scope: 'user', extension: 'no.vsix' }, 'x')).rejects.toThrow(
    expect.objectContaining({ code: 'extension_not_packed', next: expect.stringContaining('npm run package:vscode') }),
  );
});
