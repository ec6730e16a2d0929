// Go modules: go.mod names exact versions itself, go.work the modules that belong together.
import type { Dependency, ReadManifest } from './manifest.ts';
import { lastOf } from './manifest.ts';

export const readGoMod: ReadManifest = ({ path, folder, text }) => {
  const [, name] = /^module\s+"?([^\s"]+)/m.exec(text) ?? [];
  const replaced = new Map(
    entriesOf(text, 'replace').flatMap((row): [string, string][] => {
      const [, from, to] = /^(\S+)(?:\s+v\S+)?\s+=>\s+(\S+(?:\s+v\S+)?)/.exec(row) ?? [];
      return from === undefined || to === undefined ? [] : [[from, to]];
    }),
  );
  const dependencies = entriesOf(text, 'require').flatMap((row): Dependency[] => {
    const [, module, version] = /^"?([^\s"]+)"?\s+(v\S+)/.exec(row) ?? [];
    if (module === undefined || version === undefined) return [];
    return [{ name: module, wanted: version, resolved: replaced.get(module) ?? version, scope: /\/\/\s*indirect/.test(row) ? 'indirect' : 'runtime' }];
  });
  return { ecosystem: 'go', path, folder, name: name ?? lastOf(folder), members: [], dependencies };
};

// The folders of a workspace, as globs without stars.
export function readGoWork(text: string): string[] {
  return entriesOf(text, 'use').map((row) =>
    row
      .replaceAll('"', '')
      .replace(/^\.\/?/, '')
      .replace(/\/$/, ''),
  );
}

// What stands behind a word, on its line or in its parentheses.
function entriesOf(text: string, word: string): string[] {
  const blocks = [...text.matchAll(new RegExp(`^${word}\\s*\\(([^)]*)\\)`, 'gm'))].flatMap(([, block = '']) => block.split('\n'));
  const single = [...text.matchAll(new RegExp(`^${word}[ \\t]+([^(\\n]+)$`, 'gm'))].map(([, row = '']) => row);
  return [...blocks, ...single].map((row) => row.trim()).filter((row) => row !== '' && !row.startsWith('//'));
}
