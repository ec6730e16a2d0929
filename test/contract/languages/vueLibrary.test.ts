// Whether the components of a real library are searched and renamed as its text says: the theme of VitePress, 45 components and the modules that they use.
import { cp, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext, test } from 'vitest';
import { editedText } from '../../../src/ide/workspaceEdit.ts';
import { fetchedComponents, modulesOf } from '../../support/componentPackages.ts';
import { needs } from '../../support/testTools.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

// Names that the library gives one thing only, by the module that declares each: wherever the word stands, that is meant.
const NAMES = {
  'client/theme-default/composables/langs.js': ['useLangs'],
  'client/theme-default/composables/nav.js': ['useNav'],
  'client/theme-default/composables/flyout.js': ['useFlyout', 'focusedElement'],
  'client/theme-default/composables/outline.js': ['resolveTitle', 'getHeaders', 'useActiveAnchor'],
  'client/theme-default/composables/sidebar.js': ['useSidebar', 'useSidebarControl', 'useCloseSidebarOnEscape'],
  'client/theme-default/composables/edit-link.js': ['useEditLink'],
  'client/shared.js': ['EXTERNAL_URL_RE', 'isActive', 'treatAsHtml'],
};

async function openTheme(context: TestContext): Promise<Workspace> {
  const { folder } = await needs(context, 'vitepress');
  const vue = modulesOf((await needs(context, 'vue')).folder, 1);
  await fetchedComponents(context);
  const workspace = await openWorkspace({
    'tsconfig.json': JSON.stringify({
      compilerOptions: { strict: true, allowJs: true, module: 'preserve', target: 'es2022', types: [], jsx: 'preserve' },
      include: ['client'],
    }),
    'package.json': '{ "private": true }',
  });
  await cp(join(folder, 'package', 'dist', 'client'), join(workspace.root, 'client'), { recursive: true });
  await symlink(vue, join(workspace.root, 'node_modules'), 'junction');
  return workspace;
}

test('every place where a name stands is a use of it, and no other is', async (context) => {
  const workspace = await openTheme(context);
  for (const [path, names] of Object.entries(NAMES)) {
    for (const name of names) {
      const answer = await workspace.references(path, name);
      expect(answer).toMatchObject({ complete: true });
      expect([...new Set(workspace.shown(answer.value))].sort(), name).toEqual([...(await placesOf(workspace, name))].sort());
    }
  }
});

test('a new name breaks no component', async (context) => {
  const workspace = await openTheme(context);
  for (const [path, name] of [
    ['client/theme-default/composables/sidebar.js', 'useSidebar'],
    ['client/shared.js', 'isActive'],
  ] as const) {
    const renamed = await workspace.languages.rename(await workspace.place(path, name), 'freshName', live());
    expect(renamed).toMatchObject({ complete: true, value: { collisions: [] } });
    const texts = new Map<string, string>();
    for (const operation of renamed.value.edit.operations) {
      if (operation.kind === 'edit') texts.set(operation.uri, editedText(await workspace.documents.read(operation.uri, live()), operation.edits));
    }
    expect([...texts.keys()].filter((uri) => uri.endsWith('.vue')).length).toBeGreaterThan(1);
    for (const text of texts.values()) expect(text).not.toMatch(new RegExp(`\\b${name}\\b`));
    const errors = async (planned?: ReadonlyMap<string, string>) => {
      const answer = await workspace.languages.check({ uris: [...texts.keys()], linted: [], ...(planned && { texts: planned }) }, live(), () => {});
      expect(answer.complete).toBe(true);
      return answer.value.compiled.files.map(
        ({ uri, diagnostics }) => `${workspace.path(uri)} ${diagnostics.filter(({ severity }) => severity === 'error').length}`,
      );
    };
    expect(await errors(texts)).toEqual(await errors());
  }
});

// By the text alone, without comments.
async function placesOf(workspace: Workspace, name: string): Promise<ReadonlySet<string>> {
  const places = new Set<string>();
  for (const uri of await workspace.documents.filesWithWord(name, live())) {
    const path = workspace.path(uri);
    const text = (await readFile(join(workspace.root, path), 'utf8')).replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, (comment) =>
      comment.replace(/[^\n]/g, ' '),
    );
    for (const [index, line] of text.split('\n').entries()) {
      for (const found of line.matchAll(new RegExp(`(?<![\\w$])${name}(?![\\w$])`, 'g'))) places.add(`${path}:${index + 1}:${found.index + 1}`);
    }
  }
  return places;
}
