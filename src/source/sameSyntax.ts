// Whether two texts differ in names only, so that whoever could read the one can read the other without trying.

const WORD = /[\p{ID_Start}_$][\p{ID_Continue}$]*/gu;

export function differsInNamesOnly(before: string, after: string): boolean {
  const old = before.split('\n');
  const now = after.split('\n');
  return old.length === now.length && now.every((line, index) => line === old[index] || namesOnly(old[index] ?? '', line));
}

function namesOnly(before: string, after: string): boolean {
  if (before.replace(WORD, '_') !== after.replace(WORD, '_')) return false;
  const old = before.match(WORD) ?? [];
  const now = after.match(WORD) ?? [];
  return now.every((word, index) => word === old[index] || !(SYNTAX.has(word) || SYNTAX.has(old[index] ?? '')));
}

// Words that are part of the syntax in some language, always or in some places.
const SYNTAX: ReadonlySet<string> = new Set(
  `abstract accessor alignas alignof and any arguments as asm assert asserts async atomic auto await base become bigint bool boolean box break byte case catch chan char checked
  class concept const constexpr consteval constinit constructor continue crate debugger declare decltype default defer def del delete do done double dyn elif else end enum esac
  eval except explicit export extends extern fallthrough false False fi field final finally float fn for foreach friend from fun func function get global go goto if impl
  implements implicit import in include infer init inline inout instanceof int interface internal intrinsic is iota keyof lambda lazy let lock long loop macro_rules map match
  meta mod module move mut mutable namespace native never new nil noexcept none None nonlocal not null nullptr object of on open operator opaque or out override package param
  params partial pass priv private property protected pub public raise range readonly record ref register rescue require requires restrict return satisfies sealed select self
  Self set short signed sizeof static strictfp string struct super suspend switch symbol synchronized target template then this throw throws trait transient true True try type
  typealias typedef typeid typename typeof union undefined unique unknown unless unsafe unsigned unsized until use using val value var virtual void volatile wchar_t when where
  while with xor yield static_assert thread_local static_cast const_cast dynamic_cast reinterpret_cast co_await co_return co_yield char8_t char16_t char32_t`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
