// What a crate exports at the root of its library, and how a name stays there.
import { posix } from 'node:path';
import { outlinePath } from '../../../source/outlinePath.ts';
import type { ProjectContext } from '../../tool.ts';
import { perhapsText } from '../../words/optionalFiles.ts';
import { fileOf } from '../../words/place.ts';
import { appended } from './publicInTypescript.ts';
import type { Exposed, PublicName } from './publicNames.ts';

export async function publicInRust(context: ProjectContext, { symbol, declared, edit }: Exposed): Promise<PublicName | undefined> {
  const { ide, signal } = context;
  const path = fileOf(ide.project, declared.uri);
  const [, ...inner] = outlinePath((await ide.languages.outline(declared.uri, signal)).value, declared.range.start);
  const folder = await crateOf(context, path);
  if (inner.length > 0 || folder === undefined) return undefined;
  const entry = posix.join(folder.path, 'src/lib.rs');
  if ((await perhapsText(context, entry)) === undefined) return undefined;
  const uri = await ide.documents.locate(entry);
  const root = await ide.documents.read(uri, signal);
  const isDeclared = path === entry && /^\s*pub\s/.test(root.line(declared.range.start.line) ?? '');
  const edits = edit.operations.flatMap((operation) => (operation.kind === 'edit' && operation.uri === uri ? operation.edits : []));
  const isUsed = edits.some(({ range }) => /(?:^|[\n;}])\s*pub\s+use\s[^;]*$/.test(root.text.slice(0, root.offsetAt(range.start))));
  if (!isDeclared && !isUsed) return undefined;
  const withAlias = (newName: string) => [{ kind: 'edit' as const, uri, edits: [appended(root.text, `pub use crate::${newName} as ${symbol.name};`)] }];
  return { entry: uri, isPublished: folder.isPublished, keptIn: [], withAlias };
}

// A registry takes no crate without a licence and a description.
async function crateOf(context: ProjectContext, path: string): Promise<{ readonly path: string; readonly isPublished: boolean } | undefined> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const text = await perhapsText(context, posix.join(folder, 'Cargo.toml'));
    if (text !== undefined && /^\s*\[package\]/m.test(text))
      return {
        path: folder,
        isPublished: !/^\s*publish\s*=\s*(?:false|\[\s*\])/m.test(text) && /^\s*license(?:-file)?\b/m.test(text) && /^\s*description\b/m.test(text),
      };
    if (folder === '.' || folder === '/') return undefined;
  }
}
