// Which files a word search looks into: text that a person wrote, in every search the same.
import { readSmallBytes } from '../../../base/files/smallFile.ts';
import { LARGEST_SEARCHED } from '../../programs/ripgrep.ts';
import { isBinary, utf8Of } from '../textFile.ts';

// Shorter files cost nothing to search, whatever their lines look like.
const SHORT = 20_000;
// On average; minified scripts and data in one line have thousands, prose without line breaks a few hundred.
const LONGEST_LINES = 500;

// The bytes to search, as UTF-8 whatever the file's own encoding is, or undefined for what is binary, large, minified or gone.
export function searchableBytes(path: string, size: number | undefined): Buffer | undefined {
  if (size === undefined || size > LARGEST_SEARCHED) return undefined;
  try {
    const bytes = utf8Of(readSmallBytes(path, LARGEST_SEARCHED));
    return isBinary(bytes) || isMinified(bytes) ? undefined : bytes;
  } catch {
    // Deleted or grown since it was listed, or not ours to read: it holds no word that we could show.
    return undefined;
  }
}

function isMinified(bytes: Buffer): boolean {
  if (bytes.length < SHORT) return false;
  const fewestLines = bytes.length / LONGEST_LINES;
  let lines = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) {
    lines += 1;
    if (lines >= fewestLines) return false;
  }
  return true;
}
