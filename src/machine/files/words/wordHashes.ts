// Which words a text holds, as hashes: the words of base/words.ts, found in bytes without making a string of any.
import { WORD_CHARACTER } from '../../../base/text/words.ts';

// A number below 2^52 for each word: two words of a project share one about never (less than once in 10^5 large projects).
export function hashOfWord(word: string): number {
  const hashes = new WordHashes();
  hashes.addWordsOf(Buffer.from(word, 'utf8'));
  return hashes.values()[0] ?? 0;
}

// The distinct words of one text after another, as hashes, found in the bytes without making a string of any of them.
export class WordHashes {
  // An open hash table that is swept by its list of used slots, because most texts use a small part of it.
  #slots = new Float64Array(1 << 12);
  #used: number[] = [];

  clear(): void {
    for (const slot of this.#used) this.#slots[slot] = 0;
    this.#used = [];
  }

  values(): number[] {
    return this.#used.map((slot) => this.#slots[slot] ?? 0);
  }

  addWordsOf(bytes: Uint8Array): void {
    let low = LOW_START;
    let high = HIGH_START;
    let inWord = false;
    for (let index = 0; index < bytes.length; ) {
      const byte = bytes[index] ?? 0;
      // The whole character belongs to the word or none of it does.
      const length = byte < 0x80 ? 1 : characterLength(bytes, index);
      if (byte < 0x80 ? ASCII_WORD[byte] === 1 : isWordCharacter(bytes, index, length)) {
        for (let end = index + length; index < end; index++) {
          low = Math.imul(low ^ (bytes[index] ?? 0), 0x01000193);
          high = Math.imul(high ^ (bytes[index] ?? 0), 0x5bd1e995) + 0x9e3779b9;
        }
        inWord = true;
        continue;
      }
      if (inWord) {
        this.#add(combined(low, high));
        low = LOW_START;
        high = HIGH_START;
        inWord = false;
      }
      index += length;
    }
    if (inWord) this.#add(combined(low, high));
  }

  #add(hash: number): void {
    if (this.#used.length * 2 >= this.#slots.length) this.#grow();
    const slot = this.#slotOf(hash);
    if (this.#slots[slot] === hash) return;
    this.#slots[slot] = hash;
    this.#used.push(slot);
  }

  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    while (this.#slots[slot] !== 0 && this.#slots[slot] !== hash) slot = (slot + 1) & mask;
    return slot;
  }

  #grow(): void {
    const hashes = this.values();
    this.#slots = new Float64Array(this.#slots.length * 2);
    this.#used = [];
    for (const hash of hashes) this.#add(hash);
  }
}

const LOW_START = 0x811c9dc5 | 0;
const HIGH_START = 0x2545f491 | 0;

const ASCII_WORD = Uint8Array.from({ length: 128 }, (_, code) => (WORD_CHARACTER.test(String.fromCharCode(code)) ? 1 : 0));

// 20 bits of one hash over 32 of the other. Zero is the empty slot and so never a hash.
function combined(low: number, high: number): number {
  const mixed = Math.imul(high ^ (high >>> 15), 0x2c1b3c6d) >>> 12;
  return mixed * 0x1_0000_0000 + (low >>> 0) || 1;
}

// Of a UTF-8 sequence; 1 for a byte that begins none, which then is no word character.
function characterLength(bytes: Uint8Array, index: number): number {
  const byte = bytes[index] ?? 0;
  const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
  for (let next = 1; next < length; next++) if (((bytes[index + next] ?? 0) & 0xc0) !== 0x80) return 1;
  return length;
}

// Beyond ASCII a text repeats few characters, so each is asked about once.
const otherCharacters = new Map<number, boolean>();

function isWordCharacter(bytes: Uint8Array, index: number, length: number): boolean {
  if (length === 1) return false;
  let code = (bytes[index] ?? 0) & (0xff >> (length + 1));
  for (let next = 1; next < length; next++) code = (code << 6) | ((bytes[index + next] ?? 0) & 0x3f);
  const known = otherCharacters.get(code);
  if (known !== undefined) return known;
  const isWord = code <= 0x10ffff && WORD_CHARACTER.test(String.fromCodePoint(code));
  otherCharacters.set(code, isWord);
  return isWord;
}
