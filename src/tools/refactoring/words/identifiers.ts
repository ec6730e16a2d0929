// Whether a text can be a name in a language: engines write whatever they are given.
import { familyOf } from '../../../source/language.ts';

// Why not, in the words of a sentence that begins with the name; undefined when it can.
export function whyNoName(text: string, languageId: string): string | undefined {
  const language = familyOf(languageId) === 'typescript' ? 'typescript' : languageId;
  const isDollarAllowed = language === 'typescript';
  const pattern = isDollarAllowed ? /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u : /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;
  if (!pattern.test(text)) return 'a name is letters, digits and underscores, and does not begin with a digit';
  if (RESERVED[language]?.has(text)) return `it is a keyword of ${language === 'typescript' ? 'TypeScript' : languageId}`;
  return undefined;
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const C =
  'auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while';

const RESERVED: Readonly<Record<string, ReadonlySet<string>>> = {
  typescript: words(
    'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield',
  ),
  python: words(
    'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield',
  ),
  go: words(
    'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
  ),
  c: words(C),
  cpp: words(
    `${C} alignas alignof and asm bool catch class constexpr const_cast decltype delete dynamic_cast explicit export false friend mutable namespace new noexcept not nullptr operator or private protected public reinterpret_cast static_assert static_cast template this thread_local throw true try typeid typename using virtual wchar_t xor`,
  ),
  rust: words(
    'as async await break const continue crate dyn else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while',
  ),
};
