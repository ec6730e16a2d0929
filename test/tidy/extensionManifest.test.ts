// Is the manifest of the VS Code extension what the catalogue, the settings and the commands say?
import { expect, test } from 'vitest';
import { z } from 'zod';
import { extensionManifest } from '../../scripts/extensionManifest.ts';
import { settingShapes } from '../../src/daemon/settings.ts';
import { MOST_TOOLS } from '../../src/hosts/vscode/face/offeredTools.ts';
import { textOf } from './house.ts';

const Manifest = z.object({
  contributes: z.object({
    languageModelTools: z.array(z.object({ name: z.string(), inputSchema: z.looseObject({ type: z.literal('object') }), modelDescription: z.string().min(1) })),
    configuration: z.array(z.object({ properties: z.record(z.string(), z.looseObject({ scope: z.string() })) })),
  }),
});

test('extension/package.json is what npm run docs would write', () => {
  expect(textOf('extension/package.json'), 'it is old: npm run docs').toBe(extensionManifest());
});

test('the agents of VS Code are offered no more tools than it allows, and the two that lead to all others', () => {
  const { languageModelTools: tools } = Manifest.parse(JSON.parse(extensionManifest())).contributes;
  const names = tools.map(({ name }) => name);
  expect(names.length).toBeLessThanOrEqual(MOST_TOOLS);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['binnacle_find_tools', 'binnacle_call_tool', 'binnacle_find_references']));
});

test('a folder cannot change what the daemon does for everybody', () => {
  const { configuration } = Manifest.parse(JSON.parse(extensionManifest())).contributes;
  const properties = Object.assign({}, ...configuration.map((section) => section.properties));
  for (const name of Object.keys(settingShapes)) expect(properties[`binnacle.${name}`], name).toMatchObject({ scope: 'application' });
});
