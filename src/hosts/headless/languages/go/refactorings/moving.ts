// Moves a Go declaration to another file of its package: gopls makes a new file of it, which we name, or put into one that is there.
import { IdeError } from '../../../../../ide/errors/errors.ts';
import type { Refactored, Refactoring } from '../../../../../ide/refactorings.ts';
import { contains } from '../../../../../ide/text.ts';
import type { EngineSession } from '../../engine/engineSession.ts';
import type { Building } from '../../engine/language/building.ts';
import { RefusedRefactoring } from '../../refactorings/refused.ts';
import { actionsAt, editOfAction, operationsFor, textsAfter } from '../../refactorings/serverActions.ts';
import { declarationAt, fileOf, symbolOf } from './declarations.ts';

export async function movedGo({ engine, signal }: Building, wanted: Extract<Refactoring, { kind: 'move' }>): Promise<Refactored> {
  const { value } = await engine.run(signal, (session) => moved(session, wanted, signal));
  return value;
}

async function moved(session: EngineSession, wanted: Extract<Refactoring, { kind: 'move' }>, signal: AbortSignal): Promise<Refactored> {
  const declared = await declarationAt(session, wanted, signal);
  const { to } = wanted;
  checkPlace(declared.uri, to);
  const outline = await session.outline(declared.uri, signal);
  const symbol = symbolOf(outline, declared);
  if (symbol === undefined) throw new RefusedRefactoring(`${declared.name} is no declaration of a package.`);
  if (declared.name === 'init' || declared.name === '_') throw new RefusedRefactoring(`when ${declared.name} runs depends on the file that it is in.`);
  const source = await session.project.documents.read(declared.uri, signal);
  const line = symbol.selection.start.line;
  if (!/^(?:func|type|var|const)\b(?!\s*\(\s*$)/.test(source.line(line) ?? ''))
    throw new RefusedRefactoring(`line ${line + 1} declares ${declared.name} together with others.`);
  const whole = { start: { line, character: 0 }, end: symbol.range.end };
  const [offered] = await actionsAt(session, declared.uri, whole, 'refactor.extract.toNewFile', signal);
  if (offered === undefined) throw new RefusedRefactoring(`${session.name} does not offer it for line ${line + 1}.`);
  const edit = await editOfAction(session, offered, signal);
  const made = edit.operations.flatMap((operation) => (operation.kind === 'create' ? [operation.uri] : []))[0];
  if (made === undefined) throw new RefusedRefactoring(`${session.name} makes no file of it.`);
  const all = await textsAfter(session, edit, new Map(), signal);
  const text = all.get(made) ?? '';
  const taken = edit.operations.flatMap((operation) => (operation.kind === 'edit' && operation.uri === declared.uri ? operation.edits : []));
  const other = outline.find((one) => one !== symbol && taken.some(({ range }) => contains(range, one.selection.start)));
  if (other !== undefined) throw new RefusedRefactoring(`${declared.name} is declared together with ${other.name} (line ${other.selection.start.line + 1}).`);
  const target = await textOrNothing(session, to, signal);
  const texts = new Map([...all].filter(([uri]) => uri !== made));
  texts.set(declared.uri, tidied(texts.get(declared.uri) ?? source.text));
  texts.set(to, target === undefined ? text : joined(target, text, to));
  return { edit: { operations: await operationsFor(session, texts, new Set(target === undefined ? [to] : []), signal) }, notes: [] };
}

// gopls leaves a line with only a tab where an import was, and blank lines where the last declaration was.
function tidied(text: string): string {
  const imports = text.replace(/^import \(\r?\n[\s\S]*?^\)/m, (block) => block.replace(/^\t\r?\n/gm, ''));
  const head = imports.replace(/^(package \w+[^\n]*\n(?:\nimport (?:\([\s\S]*?\n\)|[^\n]*)\n)?)\n{2,}/m, '$1\n');
  return `${head.trimEnd()}${text.includes('\r\n') ? '\r\n' : '\n'}`;
}

function checkPlace(from: string, to: string): void {
  const folder = (uri: string) => uri.slice(0, uri.lastIndexOf('/'));
  if (to === from) throw new RefusedRefactoring('it is in that file already.');
  if (!to.endsWith('.go')) throw new RefusedRefactoring(`${fileOf(to)} is no Go file.`);
  if (folder(to) !== folder(from))
    throw new RefusedRefactoring(`${fileOf(to)} belongs to another package, in which its name and those that it uses would mean something else.`);
  if (from.endsWith('_test.go') !== to.endsWith('_test.go')) throw new RefusedRefactoring('what tests declare and what they test belong to different builds.');
}

// The declaration behind everything else, and its imports among those that are there.
function joined(target: string, made: string, to: string): string {
  const packageOf = (text: string) => /^package\s+(\w+)/m.exec(text)?.[1];
  if (packageOf(target) !== packageOf(made)) throw new RefusedRefactoring(`${fileOf(to)} is of the package ${packageOf(target) ?? '?'}.`);
  if (/^\/\/go:build|^import "C"/m.test(target) || /^\/\/go:build/m.test(made))
    throw new RefusedRefactoring(`${fileOf(to)} or the file it comes from is built only under conditions.`);
  const [head = ''] = /^[\s\S]*?^package\s+\w+[^\n]*\n(?:\s*import\s*(?:\([\s\S]*?\)|[^\n]*)\n)*/m.exec(made) ?? [];
  const body = made.slice(head.length).trim();
  const known = new Map(importsIn(target).map((one) => [one.local, one.path]));
  const missing = importsIn(made).filter(({ local, path }) => {
    const there = known.get(local);
    if (there !== undefined && there !== path) throw new RefusedRefactoring(`${local} is ${there} in ${fileOf(to)}, not ${path}.`);
    return there === undefined;
  });
  return `${withImports(
    target,
    missing.map(({ line }) => line),
  ).trimEnd()}\n\n${body}\n`;
}

function importsIn(text: string): readonly { readonly local: string; readonly path: string; readonly line: string }[] {
  return [...text.matchAll(/^import\s*(?:\(([\s\S]*?)\)|([^\n]*))/gm)].flatMap(([, listed, single]) =>
    (listed ?? single ?? '').split('\n').flatMap((line) => {
      const [, alias = '', path = ''] = /^\s*(?:([\w.]+)\s+)?"([^"]+)"/.exec(line) ?? [];
      return path === '' ? [] : [{ local: alias === '' ? (path.split('/').at(-1) ?? path) : alias, path, line: `${alias === '' ? '' : `${alias} `}"${path}"` }];
    }),
  );
}

function withImports(text: string, lines: readonly string[]): string {
  if (lines.length === 0) return text;
  if (/^import \($/m.test(text))
    return text.replace(
      /^import \(\n([\s\S]*?)^\)/m,
      (_, old: string) => `import (\n${sorted([...old.trimEnd().split('\n'), ...lines.map((line) => `\t${line}`)]).join('\n')}\n)`,
    );
  const single = /^import (.*)$/m.exec(text);
  if (single !== null)
    return text.replace(/^import (.*)$/m, (_, old: string) => `import (\n${sorted([`\t${old}`, ...lines.map((line) => `\t${line}`)]).join('\n')}\n)`);
  const made = lines.length === 1 ? `import ${lines[0] ?? ''}` : `import (\n${sorted(lines.map((line) => `\t${line}`)).join('\n')}\n)`;
  return text.replace(/^(package\s+\w+[^\n]*\n)/m, `$1\n${made}\n`);
}

// As gofmt does, within a block without gaps.
function sorted(lines: readonly string[]): readonly string[] {
  const path = (line: string) => /"([^"]*)"/.exec(line)?.[1] ?? '';
  return lines.some((line) => line.trim() === '' || /^\s*\/\//.test(line)) ? lines : [...lines].sort((a, b) => (path(a) < path(b) ? -1 : 1));
}

async function textOrNothing(session: EngineSession, uri: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return (await session.project.documents.read(uri, signal)).text;
  } catch (error) {
    if (error instanceof IdeError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}
