// One parameter in Python, Go, C or C++: what its text says, and how it is written when it has changed.
import type { Slot } from '../../../../base/text/parameterLists.ts';
import type { Span } from '../../../../base/text/rewrites.ts';
import type { SignatureLanguage } from '../../../../machine/syntax/signatureRules.ts';
import { type DefinitionSyntax, type SignatureSyntax, topLevel, trimmed } from '../../../../machine/syntax/syntaxSignatures.ts';
import type { PlainParameter } from '../engine/language/signatureStyle.ts';

export function parametersOf(language: SignatureLanguage, text: string, syntax: SignatureSyntax, { parameters }: DefinitionSyntax): readonly PlainParameter[] {
  if (language === 'go') return goParameters(text, parameters);
  return parameters.flatMap((span, piece) =>
    language === 'python' ? [pythonParameter(text, syntax.plain, span, piece)] : cppParameter(text, syntax.plain, span, piece),
  );
}

// With another name, type or default than it has; undefined in `own` for one that is new. `hasDefault`: whether this is the place for defaults.
export function writtenParameter(
  language: SignatureLanguage,
  slot: Slot,
  { own, isUnnamed, hasDefault }: { readonly own: PlainParameter | undefined; readonly isUnnamed: boolean; readonly hasDefault: boolean },
): string {
  const type = slot.type || own?.type;
  const initial = slot.default === undefined ? own?.default : slot.default || undefined;
  const isRest = own === undefined ? slot.isRest : own.kind === 'rest';
  if (language === 'go') return `${isUnnamed ? '' : `${slot.name} `}${isRest && own === undefined ? '...' : ''}${type ?? ''}`;
  if (language === 'cpp') return `${cppDeclaration(type ?? '', isUnnamed ? '' : slot.name)}${initial !== undefined && hasDefault ? ` = ${initial}` : ''}`;
  const stars = own?.kind === 'keywords' ? '**' : isRest ? '*' : '';
  return `${stars}${slot.name}${type === undefined ? '' : `: ${type}`}${initial === undefined ? '' : type === undefined ? `=${initial}` : ` = ${initial}`}`;
}

// The order that the language wants.
export function orderProblem(
  language: SignatureLanguage,
  kinds: readonly { readonly name: string; readonly kind: PlainParameter['kind']; readonly hasDefault: boolean }[],
): string | undefined {
  const rest = kinds.findIndex(({ kind }) => kind === 'rest');
  const keywords = kinds.findIndex(({ kind }) => kind === 'keywords');
  if (keywords >= 0 && keywords < kinds.length - 1) return `**${kinds[keywords]?.name} must be the last parameter.`;
  if (language !== 'python' && rest >= 0 && rest < kinds.length - 1) return 'What takes the rest of the arguments must be the last parameter.';
  const star = kinds.findIndex(({ name, kind }) => kind === 'rest' || name === '*');
  const positional = kinds.slice(0, star < 0 ? kinds.length : star).filter(({ kind }) => kind === 'plain');
  const first = positional.findIndex(({ hasDefault }) => hasDefault);
  const required = first < 0 ? undefined : positional.slice(first).find(({ hasDefault }) => !hasDefault);
  return required === undefined ? undefined : `${required.name} must be passed and would stand behind ${positional[first]?.name}, which has a default.`;
}

function pythonParameter(text: string, plain: string, span: Span, piece: number): PlainParameter {
  const written = text.slice(span.start, span.end);
  if (written === '*' || written === '/') return { piece, name: written, nameAt: undefined, type: undefined, default: undefined, kind: 'separator' };
  const stars = /^\*{0,2}\s*/.exec(written)?.[0] ?? '';
  const name = /^[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(written.slice(stars.length))?.[0] ?? '';
  const [equals = span.end] = topLevel(plain, span, '=');
  const [colon] = topLevel(plain, { start: span.start, end: equals }, ':');
  const part = (start: number, end: number) => {
    const own = trimmed(plain, { start, end });
    return text.slice(own.start, own.end);
  };
  return {
    piece,
    name,
    nameAt: span.start + stars.length,
    type: colon === undefined ? undefined : part(colon + 1, equals),
    default: equals < span.end ? part(equals + 1, span.end) : undefined,
    kind: stars.startsWith('**') ? 'keywords' : stars.startsWith('*') ? 'rest' : 'plain',
  };
}

const GO_TYPES = /^(?:chan|func|map|struct|interface)\b/;

// Either all of them have names or none has.
function goParameters(text: string, spans: readonly Span[]): readonly PlainParameter[] {
  const pieces = spans.map(({ start, end }) => ({ start, text: text.slice(start, end) }));
  const parts = pieces.map((piece) => ({ ...piece, named: GO_TYPES.test(piece.text) ? null : /^([\p{L}_][\p{L}\p{N}_]*)\s+(\S.*)$/su.exec(piece.text) }));
  const areNamed = parts.some(({ named }) => named !== null);
  return parts.map(({ start, text: own, named }, piece) => {
    const type = named?.[2] ?? (areNamed ? parts.slice(piece).find((later) => later.named !== null)?.named?.[2] : own) ?? own;
    const name = areNamed ? (named?.[1] ?? own) : '';
    return { piece, name, nameAt: areNamed ? start : undefined, type, default: undefined, kind: type.startsWith('...') ? 'rest' : 'plain' };
  });
}

const CPP_WORDS = /\b(?:const|volatile|struct|class|enum|union|typename|register|restrict)\b/g;
const CPP_TYPES = /^(?:void|bool|char|short|int|long|float|double|signed|unsigned|auto|size_t)$/;

function cppParameter(text: string, plain: string, span: Span, piece: number): readonly PlainParameter[] {
  const [equals = span.end] = topLevel(plain, span, '=');
  const declared = trimmed(plain, { start: span.start, end: equals });
  const written = text.slice(declared.start, declared.end);
  // f(void) has none.
  if (written === 'void') return [];
  const initial = trimmed(plain, { start: Math.min(equals + 1, span.end), end: span.end });
  const nameAt = cppName(plain.slice(declared.start, declared.end));
  const name = nameAt === undefined ? '' : (/^[\p{ID_Start}_][\p{ID_Continue}]*/u.exec(written.slice(nameAt))?.[0] ?? '');
  const type = name === '' || nameAt === undefined ? written : `${written.slice(0, nameAt)}\0${written.slice(nameAt + name.length)}`;
  return [
    {
      piece,
      name,
      nameAt: nameAt === undefined ? undefined : declared.start + nameAt,
      type: type.trim(),
      default: equals < span.end ? text.slice(initial.start, initial.end) : undefined,
      kind: written === '...' ? 'rest' : 'plain',
    },
  ];
}

// Where the name stands in the text of a parameter without its default; what may hold other words in brackets has been taken out.
function cppName(declared: string): number | undefined {
  const pointer = /\(\s*(?:[\w:]+::)?[*&]+\s*(?:const\s+)?([A-Za-z_]\w*)/.exec(declared);
  if (pointer?.[1] !== undefined) return pointer.index + pointer[0].length - pointer[1].length;
  const text = declared.replace(CPP_WORDS, (word) => ' '.repeat(word.length)).replace(/(?:\s*\[[^\]]*\])+\s*$/, '');
  const last = /([A-Za-z_]\w*)\s*$/.exec(text);
  if (last?.[1] === undefined) return undefined;
  const before = text.slice(0, last.index).trimEnd();
  if (before === '' || before.endsWith('::') || CPP_TYPES.test(last[1])) return undefined;
  return last.index;
}

// The type has a mark where its name stands, if that is not at its end.
function cppDeclaration(type: string, name: string): string {
  if (type.includes('\0')) return type.replace('\0', name).trimEnd();
  return name === '' ? type : `${type}${/[*&]$/.test(type) ? '' : ' '}${name}`;
}
