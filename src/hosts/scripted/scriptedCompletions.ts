// What could be written at a place of a script: members behind a dot, else every declared name; names of other files come with their import.
import { posix } from 'node:path';
import type { Completion } from '../../ide/completions.ts';
import type { Place, SymbolKind } from '../../ide/doors/languages.ts';
import { declaredIn, type SymbolTable } from './symbolTable.ts';

export function completionsIn(table: SymbolTable, at: Place): Completion[] {
  const before = (table.files().get(at.uri)?.snapshot.line(at.position.line) ?? '').slice(0, at.position.character);
  const word = /[\p{ID_Continue}$]*$/u.exec(before)?.[0] ?? '';
  const behindDot = before.slice(0, before.length - word.length).endsWith('.');
  const range = { start: { line: at.position.line, character: before.length - word.length }, end: at.position };
  return [...table.files()].flatMap(([uri, file]) =>
    declaredIn(file.outline)
      .filter(({ isMember }) => isMember === behindDot)
      .map(({ symbol }) => {
        const source = behindDot || uri === at.uri ? undefined : `./${posix.relative(posix.dirname(at.uri), uri)}`;
        const text = table.commentAbove({ uri, range: symbol.selection });
        return {
          label: symbol.name,
          kind: kindOf(symbol.kind),
          text: symbol.name,
          range,
          // Names of other files behind the file's own, as engines do it.
          sort: `${source === undefined ? '1' : '2'}${symbol.name}`,
          ...(text.includes('@deprecated') && { deprecated: true }),
          ...(source !== undefined && { source }),
        };
      }),
  );
}

export function withDetails(completion: Completion, table: SymbolTable, at: Place): Completion {
  const found = [...table.files()].flatMap(([uri, file]) => declaredIn(file.outline).map(({ symbol }) => ({ uri, symbol })));
  const isMeant = (uri: string) => completion.source === undefined || `./${posix.relative(posix.dirname(at.uri), uri)}` === completion.source;
  const declared = found.find(({ uri, symbol }) => symbol.name === completion.label && isMeant(uri));
  if (declared === undefined) return completion;
  const location = { uri: declared.uri, range: declared.symbol.selection };
  const documentation = table.commentAbove(location);
  const start = { line: 0, character: 0 };
  return {
    ...completion,
    detail: (table.lineOf(location) ?? '').trim().replace(/\s*\{.*$/, ''),
    ...(documentation !== '' && { documentation }),
    ...(completion.source !== undefined && {
      additionalEdits: [{ range: { start, end: start }, newText: `import { ${completion.label} } from '${completion.source}';\n` }],
    }),
  };
}

function kindOf(kind: SymbolKind): Completion['kind'] {
  return kind === 'class' || kind === 'interface' || kind === 'method' || kind === 'function' || kind === 'enum' || kind === 'property' ? kind : 'variable';
}
