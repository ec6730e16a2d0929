// What is registered for an agent, and what is said when it cannot be.
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { entryFor, installFor } from './install.ts';
import { installService } from './service/service.ts';

afterEach(() => vi.unstubAllEnvs());

test('an agent starts the very program that was asked, by its whole path', () => {
  expect(entryFor(join('/opt', 'binnacle.cjs'))).toMatchObject({ command: process.execPath, parameters: [join('/opt', 'binnacle.cjs'), 'mcp'] });
});

test('from the cache of npx, an agent starts npx', () => {
  expect(entryFor(['', 'home', '.npm', '_npx', 'a1', 'binnacle.cjs'].join(sep))).toMatchObject({
    command: 'npx',
    parameters: ['-y', expect.stringMatching(/^binnacle-ide@/), 'mcp'],
  });
});

test('an unknown agent is an error that lists the known ones', async () => {
  await expect(installFor('emacs', { scope: 'user' }, 'x')).rejects.toThrow(
    expect.objectContaining({ code: 'unknown_agent', next: expect.stringContaining('claude-code') }),
  );
});

test.each([
  ['codex', { transport: 'sse' }, 'transport_unsupported'],
  ['cursor', { endpoint: 'index', transport: 'stdio' }, 'transport_unsupported'],
  ['claude-code', { transport: 'http', scope: 'project' }, 'token_in_project'],
] as const)('%s with %j is refused: %s', async (agent, flags, code) => {
  await expect(installFor(agent, { scope: 'user', ...flags }, 'x')).rejects.toThrow(expect.objectContaining({ code }));
});

test('what lies in the cache of npx does not become a service', async () => {
  const executable = ['', 'home', '.npm', '_npx', 'a1', 'binnacle.cjs'].join(sep);
  await expect(installService({ project: [] }, executable)).rejects.toThrow(expect.objectContaining({ code: 'service_unavailable' }));
});

test.skipIf(process.platform === 'win32')('an agent’s command that fails is an error with its words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'binnacle-install-'));
  writeFileSync(join(folder, 'codex'), '#!/bin/sh\necho no space left >&2\nexit 2\n');
  chmodSync(join(folder, 'codex'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  await expect(installFor('codex', { scope: 'user' }, 'x')).rejects.toThrow(
    expect.objectContaining({ code: 'agent_command_failed', message: expect.stringContaining('no space left') }),
  );
  rmSync(folder, { recursive: true });
});
