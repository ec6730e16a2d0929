// What a Python distribution exports through the __init__.py of its packages, and how a name stays there.
import { posix } from 'node:path';
import type { FileOperation, TextEdit, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import { outlinePath } from '../../../source/outlinePath.ts';
import type { ProjectContext } from '../../tool.ts';
import { perhapsText } from '../../words/optionalFiles.ts';
import { fileOf } from '../../words/place.ts';
import { appended } from './publicInTypescript.ts';
import type { Exposed, PublicName } from './publicNames.ts';

export async function publicInPython(context: ProjectContext, { symbol, declared, edit }: Exposed): Promise<PublicName | undefined> {
  const { ide, signal } = context;
  const path = fileOf(ide.project, declared.uri);
  if (symbol.name.startsWith('_')) return undefined;
  const [outer, ...inner] = outlinePath((await ide.languages.outline(declared.uri, signal)).value, declared.range.start);
  if (outer === undefined || inner.length > 0 || outer.name !== symbol.name) return undefined;
  const files = new Set((await ide.documents.list({ include: ['**/__init__.py'] }, signal)).map((file) => file.path));
  const entry = await entryOf(context, path, files, edit);
  if (entry === undefined) return undefined;
  const uri = await ide.documents.locate(entry);
  const { text } = await ide.documents.read(uri, signal);
  // A second name of a variable that is set again would keep the old value.
  const isFixed = outer.kind !== 'variable' || /^[A-Z0-9_]+$/.test(symbol.name);
  const withAlias = (newName: string, renaming: WorkspaceEdit): readonly FileOperation[] => {
    const edits = editsIn(renaming, uri).flatMap((each) => listedToo(text, each, newName, symbol.name));
    return [{ kind: 'edit', uri, edits: [...edits, appended(text, `${symbol.name} = ${newName}`)] }];
  };
  return { entry: uri, isPublished: await isPublished(context, path), keptIn: [], withAlias: isFixed ? withAlias : undefined };
}

// The outermost __init__.py that imports or declares it.
async function entryOf(context: ProjectContext, path: string, files: ReadonlySet<string>, edit: WorkspaceEdit): Promise<string | undefined> {
  let found: string | undefined;
  for (let folder = posix.dirname(path); files.has(posix.join(folder, '__init__.py')); folder = posix.dirname(folder)) {
    const init = posix.join(folder, '__init__.py');
    const names = editsIn(edit, await context.ide.documents.locate(init)).length > 0;
    if (init === path || names) found = init;
  }
  return found;
}

function editsIn({ operations }: WorkspaceEdit, uri: string): readonly TextEdit[] {
  return operations.flatMap((operation) => (operation.kind === 'edit' && operation.uri === uri ? operation.edits : []));
}

// In __all__ stand both, each as its own string.
function listedToo(text: string, { range }: TextEdit, newName: string, old: string): readonly TextEdit[] {
  const line = text.split(/\r?\n/)[range.start.line] ?? '';
  const quote = line[range.start.character - 1];
  if ((quote !== '"' && quote !== "'") || line[range.end.character] !== quote) return [];
  return [{ range, newText: `${newName}${quote}, ${quote}${old}` }];
}

// With something that builds it; a project that only says its name is a program of its own.
async function isPublished(context: ProjectContext, path: string): Promise<boolean> {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const pyproject = await perhapsText(context, posix.join(folder, 'pyproject.toml'));
    if (pyproject !== undefined && /^\s*(?:\[build-system\]|\[tool\.poetry\])/m.test(pyproject))
      return /^\s*name\s*=/m.test(pyproject) && !/Private ::|^\s*package-mode\s*=\s*false/m.test(pyproject);
    for (const name of ['setup.py', 'setup.cfg']) if (/\bname\b/.test((await perhapsText(context, posix.join(folder, name))) ?? '')) return true;
    if (folder === '.' || folder === '/') return false;
  }
}
