// What another process changed immediately before a call is seen by that call: every time, for every kind of change, with the real engines.
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pathOf, uriOf } from '../../src/base/files/fileUri.ts';
import { openHeadlessIde } from '../../src/hosts/headless/headlessIde.ts';
import type { Ide } from '../../src/ide/ide.ts';
import { Processes } from '../../src/machine/processes/processes.ts';
import { type Deed, Hands, temporaryWorkspace, type Workspace } from './documents/otherProcess.ts';

const signal = new AbortController().signal;

// Six calls for references and four for diagnostics a round, twenty rounds a language, and the checkouts: more than 200 for each language.
const ROUNDS = 20;
const CHECKOUTS = 10;

const TSCONFIG = JSON.stringify({
  compilerOptions: { strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler', paths: { shop: ['./shop.ts'] } },
});

interface Language {
  readonly name: string;
  readonly extension: string;
  readonly config: Deed;
  // The file that declares `total`, with the name where `target` says.
  readonly declaration: string;
  readonly target: { readonly line: number; readonly character: number };
  // A file that uses total `uses` times, and one with so many type errors.
  readonly user: (uses: number) => string;
  readonly wrong: (errors: number) => string;
}

const languages: readonly Language[] = [
  {
    name: 'TypeScript',
    extension: 'ts',
    config: ['write', 'tsconfig.json', TSCONFIG],
    declaration: 'export function total(): number {\n  return 1;\n}\n',
    target: { line: 0, character: 16 },
    // Folders move, so the import is by a name that does not depend on where the file is.
    user: (uses) => `import { total } from 'shop';\n${'total();\n'.repeat(uses - 1)}`,
    wrong: (errors) => `export {};\n${Array.from({ length: errors }, (_, index) => `const wrong${index}: string = ${index};\n`).join('')}`,
  },
  {
    name: 'Python',
    extension: 'py',
    config: ['write', 'pyproject.toml', '[project]\nname = "shop"\nversion = "1"\n'],
    declaration: 'def total() -> int:\n    return 1\n',
    target: { line: 0, character: 4 },
    user: (uses) => `from shop import total\n${'total()\n'.repeat(uses - 1)}`,
    wrong: (errors) => Array.from({ length: errors }, (_, index) => `wrong${index}: str = ${index}\n`).join(''),
  },
];

describe.each(languages)('$name', ({ extension, config, declaration, target, user, wrong }) => {
  let workspace: Workspace;
  let ide: Ide;
  const processes = new Processes({ started: () => {}, ended: () => {} });
  const hands = new Hands();
  const shop = `shop.${extension}`;

  beforeAll(async () => {
    workspace = temporaryWorkspace();
    const { root, state } = workspace;
    await hands.do(root, config, ['write', shop, declaration], ['write', `first.${extension}`, user(2)], ['write', `bad.${extension}`, wrong(1)]);
    await hands.do(root, ['git', 'init', '-q', '-b', 'main'], ['git', 'add', '.'], ['git', 'commit', '-q', '-m', 'one']);
    const log = { info: () => {}, warn: () => {}, error: () => {} };
    ide = await openHeadlessIde({ name: 'shop', path: root, uri: uriOf(root), trusted: true }, { stateFolder: state, processes, log });
    expect(await references()).toEqual({ [`first.${extension}`]: 2 });
    expect(await errors(`bad.${extension}`)).toBe(1);
  });

  afterAll(async () => {
    await ide.close();
    await processes.endAll();
    hands[Symbol.dispose]();
    await workspace[Symbol.asyncDispose]();
  });

  test('references: edits, creations, renames, moved folders, deletions', async () => {
    const expected: Record<string, number> = { [`first.${extension}`]: 2 };
    let calls = 0;
    const sees = async (...deeds: readonly Deed[]) => {
      await hands.do(workspace.root, ...deeds);
      expect(await references()).toEqual(expected);
      calls += 1;
    };
    for (let round = 0; round < ROUNDS; round++) {
      const uses = 2 + (round % 3);
      const made = `parts/p${round}/use.${extension}`;
      expected[`first.${extension}`] = uses;
      await sees(['write', `first.${extension}`, user(uses)]);
      expected[made] = 3;
      await sees(['write', made, user(3)]);
      expected[made] = 4;
      await sees(['save', made, user(4)]);
      const renamed = `parts/p${round}/other.${extension}`;
      rename(expected, made, renamed);
      await sees(['move', made, renamed]);
      const moved = `moved/m${round}/other.${extension}`;
      rename(expected, renamed, moved);
      await sees(['move', `parts/p${round}`, `moved/m${round}`]);
      delete expected[moved];
      await sees(round % 2 === 0 ? ['remove', moved] : ['remove', 'moved']);
    }
    expect(calls).toBe(ROUNDS * 6);
  });

  test('diagnostics: edits, creations, deletions, and errors that another file causes', async () => {
    const bad = `bad.${extension}`;
    const fresh = `fresh.${extension}`;
    for (let round = 0; round < ROUNDS; round++) {
      await hands.do(workspace.root, ['write', bad, wrong(round % 4)]);
      expect(await errors(bad)).toBe(round % 4);
      await hands.do(workspace.root, ['write', fresh, wrong(2)]);
      expect(await errors(fresh)).toBe(2);
      // The name it imports goes and comes back.
      await hands.do(workspace.root, ['remove', fresh], ['write', shop, declaration.replace('total', 'other')]);
      expect(await errors(`first.${extension}`)).toBeGreaterThan(0);
      await hands.do(workspace.root, ['save', shop, declaration]);
      expect(await errors(`first.${extension}`)).toBe(0);
    }
  });

  test('a checkout of another branch', async () => {
    const { root } = workspace;
    await hands.do(root, ['git', 'checkout', '-q', '.'], ['git', 'clean', '-qfd'], ['git', 'checkout', '-q', '-b', 'other']);
    await hands.do(root, ['remove', `first.${extension}`], ['write', `pack/second.${extension}`, user(4)], ['write', `bad.${extension}`, wrong(3)]);
    await hands.do(root, ['git', 'add', '.'], ['git', 'commit', '-q', '-m', 'two']);
    for (let round = 0; round < CHECKOUTS; round++) {
      await hands.do(root, ['git', 'checkout', '-q', 'main']);
      expect(await references()).toEqual({ [`first.${extension}`]: 2 });
      expect(await errors(`bad.${extension}`)).toBe(1);
      await hands.do(root, ['git', 'checkout', '-q', 'other']);
      expect(await errors(`bad.${extension}`)).toBe(3);
      expect(await references()).toEqual({ [`pack/second.${extension}`]: 4 });
    }
  });

  // How many references each file holds, without the declaration's own.
  async function references(): Promise<Record<string, number>> {
    const uri = uriOf(join(workspace.root, shop));
    const answer = await ide.languages.references({ uri, position: target }, { includeDeclaration: false }, signal);
    expect(answer).toMatchObject({ complete: true });
    const counts: Record<string, number> = {};
    for (const location of answer.value) {
      const file = pathOf(location.uri)
        .slice(workspace.root.length + 1)
        .replaceAll('\\', '/');
      counts[file] = (counts[file] ?? 0) + 1;
    }
    return counts;
  }

  async function errors(file: string): Promise<number> {
    const answer = await ide.languages.diagnostics([uriOf(join(workspace.root, file))], signal, () => {});
    expect(answer).toMatchObject({ complete: true });
    return answer.value.files.flatMap(({ diagnostics }) => diagnostics).filter(({ severity }) => severity === 'error').length;
  }
});

function rename(expected: Record<string, number>, from: string, to: string): void {
  expected[to] = expected[from] ?? 0;
  delete expected[from];
}
