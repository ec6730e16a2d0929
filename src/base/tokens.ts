// How many tokens a text costs a model, nearly: the real tokenizer costs 50 MB and milliseconds, an answer needs neither.

// Fitted to o200k on our own answers, source code, paths and prose, then raised so that a budget is not broken:
// between 4 % below the truth and a third above it, which only plain prose and paths of common words reach.
const A_WORD = 1.27;
// Capitals break a word into pieces.
const A_CAPITAL = 1.05;
// Numbers are cut into threes.
const THREE_DIGITS = 1.15;
const A_SIGN = 0.32;
// An escape in JSON also spoils the word behind it.
const A_BACKSLASH = 1.22;
const A_LINE_BREAK = 0.5;
const ANOTHER_LETTER = 0.8;

export function estimateTokens(text: string): number {
  let tokens = 0;
  let isInWord = false;
  let digits = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isCapital = code >= 65 && code <= 90;
    const isLetter = isCapital || (code >= 97 && code <= 122);
    const isDigit = code >= 48 && code <= 57;
    if (isLetter && !isInWord) tokens += A_WORD;
    if (isDigit && digits % 3 === 0) tokens += THREE_DIGITS;
    isInWord = isLetter;
    digits = isDigit ? digits + 1 : 0;
    if (isCapital) tokens += A_CAPITAL;
    else if (isLetter || isDigit || code === 32 || code === 9) continue;
    else if (code === 10) tokens += A_LINE_BREAK;
    else if (code === 92) tokens += A_BACKSLASH;
    else tokens += code < 128 ? A_SIGN : ANOTHER_LETTER;
  }
  return Math.ceil(tokens);
}
