// What is code and what is not, where languages differ.
import { expect, test } from 'vitest';
import { notCode, partAt } from './codeParts.ts';

// Each `x` of the text as c for code, s for string or - for comment.
function partsOf(text: string, languageId: string): string {
  const spans = notCode(text, languageId);
  return [...text.matchAll(/x/g)].map(({ index }) => ({ code: 'c', string: 's', comment: '-' })[partAt(spans, index)]).join('');
}

test.each([
  ['go', 'a := `{{ .x }} " x`; x /* x */ "x" // x', 'ssc-s-'],
  ['rust', `fn f<'a>(x: &'a str) -> char { let y = 'x'; r#"x " x"#; "x\n x"; x }`, 'csssssc'],
  ['rust', `let c = '\\''; x; '\\u{78}'; x`, 'cc'],
  ['cpp', 'auto a = R"tag(x " )" x)tag"; x; u8R"(x)"; "x" + x', 'sscssc'],
  ['typescript', '`x ${x} x`; x; /x/.test(x)', 'scscsc'],
  ['python', '"""x\n"x"""; x # x', 'ssc-'],
])('%s: %s', (languageId, text, parts) => {
  expect(partsOf(text, languageId)).toBe(parts);
});
