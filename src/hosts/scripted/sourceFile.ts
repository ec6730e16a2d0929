// One file of a script as far as it is understood: its identifiers, its declarations and its imports. No types, no scopes.
import type { OutlineSymbol, SymbolKind } from '../../ide/doors/languages.ts';
import type { Position, Range, TextSnapshot } from '../../ide/text.ts';

export interface Identifier {
  readonly name: string;
  readonly range: Range;
  // Behind a dot.
  readonly isMember: boolean;
}

export interface Import {
  // The name in this file, and the name in the other one.
  readonly local: string;
  readonly imported: string;
  readonly from: string;
}

export interface SourceFile {
  readonly snapshot: TextSnapshot;
  readonly identifiers: readonly Identifier[];
  readonly imports: readonly Import[];
  readonly outline: readonly OutlineSymbol[];
}

const NOT_CODE = /\/\/[^\n]*|\/\*[\s\S]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g;
const NOT_PYTHON = /#[^\n]*|"""[\s\S]*?"""|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;
const DECLARATION =
  /^(\s*)(?:export\s+|default\s+|declare\s+|abstract\s+|async\s+)*(class|interface|enum|function|const|let|var|type|def)\b\*?\s+([\p{ID_Start}$_][\p{ID_Continue}$]*)/u;
const MEMBER = /^(\s*)(?:(?:public|private|protected|static|async|readonly|get|set)\s+)*(#?[\p{ID_Start}$_][\p{ID_Continue}$]*)\s*(\(|[:=;?!])/u;
const KINDS: Readonly<Record<string, SymbolKind>> = {
  class: 'class',
  interface: 'interface',
  enum: 'enum',
  function: 'function',
  def: 'function',
  const: 'constant',
  let: 'variable',
  var: 'variable',
  type: 'class',
};

export function readSource(snapshot: TextSnapshot): SourceFile {
  // Same length, so that every offset stays true.
  const code = snapshot.text.replace(snapshot.languageId === 'python' ? NOT_PYTHON : NOT_CODE, (text) => text.replace(/[^\n]/g, ' '));
  return { snapshot, identifiers: identifiersIn(snapshot, code), imports: importsIn(snapshot.text), outline: outlineOf(code) };
}

function identifiersIn(snapshot: TextSnapshot, code: string): Identifier[] {
  return [...code.matchAll(/[\p{ID_Start}$_][\p{ID_Continue}$]*/gu)].map((match) => ({
    name: match[0],
    range: { start: snapshot.positionAt(match.index), end: snapshot.positionAt(match.index + match[0].length) },
    isMember: code[match.index - 1] === '.',
  }));
}

function importsIn(text: string): Import[] {
  const clauses = [
    ...[...text.matchAll(/(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g)].map(([, names, from]) => ({ names, from })),
    ...[...text.matchAll(/^from\s+([\w.]+)\s+import\s+\(?([^)\n]*)/gm)].map(([, from, names]) => ({ names, from })),
  ];
  return clauses.flatMap(({ names = '', from = '' }) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type\s+/, ''))
      .filter((name) => name !== '')
      .map((name) => {
        const [imported = name, local = imported] = name.split(/\s+as\s+/);
        return { imported, local, from };
      }),
  );
}

interface Open {
  readonly indent: number;
  readonly children: OutlineSymbol[];
  readonly isType: boolean;
}

// By indentation, which fixtures keep: what is indented more than a declaration stands inside it.
function outlineOf(code: string): OutlineSymbol[] {
  const lines = code.split('\n');
  const top: OutlineSymbol[] = [];
  const open: Open[] = [{ indent: -1, children: top, isType: false }];
  lines.forEach((line, index) => {
    if (line.trim() === '') return;
    const indent = line.length - line.trimStart().length;
    while (open.length > 1 && (open.at(-1)?.indent ?? -1) >= indent && !/^\s*[})\]]/.test(line)) open.pop();
    const around = open.at(-1);
    const declared = declarationOn(line, around?.isType ?? false);
    if (around === undefined || declared === undefined) return;
    const children: OutlineSymbol[] = [];
    const start = { line: index, character: indent };
    const character = line.indexOf(declared.name, indent + declared.skip);
    const selection = { start: { line: index, character }, end: { line: index, character: character + declared.name.length } };
    around.children.push({ name: declared.name, kind: declared.kind, range: { start, end: endOfBlock(lines, index, indent) }, selection, children });
    open.push({ indent, children, isType: declared.kind === 'class' || declared.kind === 'interface' || declared.kind === 'enum' });
  });
  return top;
}

function declarationOn(line: string, isInType: boolean): { name: string; kind: SymbolKind; skip: number } | undefined {
  const [whole, , keyword, name] = DECLARATION.exec(line) ?? [];
  if (whole !== undefined && keyword !== undefined && name !== undefined) {
    const kind = keyword === 'def' && isInType ? 'method' : (KINDS[keyword] ?? 'variable');
    return { name, kind, skip: whole.trimStart().length - name.length };
  }
  const [, , member, mark] = isInType ? (MEMBER.exec(line) ?? []) : [];
  if (member === undefined || member === 'return') return undefined;
  return { name: member, kind: mark === '(' ? 'method' : 'property', skip: 0 };
}

function endOfBlock(lines: readonly string[], start: number, indent: number): Position {
  let last = start;
  for (let index = start + 1; index < lines.length; index++) {
    const line = lines[index] ?? '';
    if (line.trim() === '') continue;
    const isDeeper = line.length - line.trimStart().length > indent;
    if (isDeeper) last = index;
    else {
      if (/^\s*[})\]]/.test(line)) last = index;
      break;
    }
  }
  return { line: last, character: lines[last]?.length ?? 0 };
}
