// Which files hold which word, in a few megabytes: lists of file numbers that only grow.

// Each posting is a pair in one array: a file number, and where the same word's earlier posting is. A file that changes gets a new number,
// and postings of numbers that nobody has any more are passed over until they are too many.
export class WordIndex {
  #hashes = new Float64Array(1 << 12);
  #lastPosting = new Int32Array(1 << 12);
  #words = 0;
  #postings = new Int32Array(1 << 14);
  #postingCount = 0;
  // By file number; undefined once the number is nobody's.
  #files: (string | undefined)[] = [];
  #numbers = new Map<string, number>();
  #postingsOfFile: number[] = [];
  #deadPostings = 0;

  get fileCount(): number {
    return this.#numbers.size;
  }

  // What the arrays take, in bytes; the names of the files are shared with the listing.
  get memory(): number {
    return this.#hashes.byteLength + this.#lastPosting.byteLength + this.#postings.byteLength;
  }

  has(file: string): boolean {
    return this.#numbers.has(file);
  }

  files(): string[] {
    return [...this.#numbers.keys()];
  }

  // The file with these words, in the place of what was known about it.
  put(file: string, words: readonly number[]): void {
    this.remove(file);
    const number = this.#files.push(file) - 1;
    this.#numbers.set(file, number);
    this.#postingsOfFile[number] = words.length;
    for (const word of words) this.#post(word, number);
  }

  remove(file: string): void {
    const number = this.#numbers.get(file);
    if (number === undefined) return;
    this.#numbers.delete(file);
    this.#files[number] = undefined;
    this.#deadPostings += this.#postingsOfFile[number] ?? 0;
    // Half of the work that it saves, so its cost is spread over the changes that made it necessary.
    if (this.#deadPostings > 10_000 && this.#deadPostings * 2 > this.#postingCount) this.#compact();
  }

  filesWith(word: number): string[] {
    const files: string[] = [];
    for (let posting = this.#lastPosting[this.#slotOf(word)] ?? 0; posting > 0; posting = this.#postings[posting * 2 - 1] ?? 0) {
      const file = this.#files[this.#postings[posting * 2 - 2] ?? -1];
      if (file !== undefined) files.push(file);
    }
    return files;
  }

  // Gives back what was reserved for growth.
  trim(): void {
    this.#postings = this.#postings.slice(0, Math.max(2, this.#postingCount * 2));
  }

  // Postings are counted from 1, so that 0 can end a list.
  #post(word: number, file: number): void {
    if (this.#words * 3 >= this.#hashes.length * 2) this.#growWords();
    const slot = this.#slotOf(word);
    if (this.#hashes[slot] === 0) {
      this.#hashes[slot] = word;
      this.#words += 1;
    }
    if (this.#postingCount * 2 + 2 > this.#postings.length) this.#postings = grown(this.#postings, Math.ceil(this.#postings.length * 0.75) * 2);
    this.#postings[this.#postingCount * 2] = file;
    this.#postings[this.#postingCount * 2 + 1] = this.#lastPosting[slot] ?? 0;
    this.#postingCount += 1;
    this.#lastPosting[slot] = this.#postingCount;
  }

  #slotOf(word: number): number {
    const mask = this.#hashes.length - 1;
    let slot = word & mask;
    while (this.#hashes[slot] !== 0 && this.#hashes[slot] !== word) slot = (slot + 1) & mask;
    return slot;
  }

  #growWords(): void {
    const hashes = this.#hashes;
    const postings = this.#lastPosting;
    this.#hashes = new Float64Array(hashes.length * 2);
    this.#lastPosting = new Int32Array(hashes.length * 2);
    for (let old = 0; old < hashes.length; old++) {
      const word = hashes[old] ?? 0;
      if (word === 0) continue;
      const slot = this.#slotOf(word);
      this.#hashes[slot] = word;
      this.#lastPosting[slot] = postings[old] ?? 0;
    }
  }

  #compact(): void {
    const postings = new Int32Array(Math.max(1 << 14, (this.#postingCount - this.#deadPostings) * 3));
    const renumbered = this.#renumber();
    let count = 0;
    for (let slot = 0; slot < this.#lastPosting.length; slot++) {
      let last = 0;
      for (let posting = this.#lastPosting[slot] ?? 0; posting > 0; posting = this.#postings[posting * 2 - 1] ?? 0) {
        const file = renumbered[this.#postings[posting * 2 - 2] ?? 0] ?? -1;
        if (file < 0) continue;
        postings[count * 2] = file;
        postings[count * 2 + 1] = last;
        count += 1;
        last = count;
      }
      this.#lastPosting[slot] = last;
    }
    this.#postings = postings;
    this.#postingCount = count;
    this.#deadPostings = 0;
  }

  // The new number of each old one; -1 for those that nobody has.
  #renumber(): Int32Array {
    const renumbered = new Int32Array(this.#files.length).fill(-1);
    const files: string[] = [];
    const counts: number[] = [];
    for (const [file, number] of this.#numbers) {
      counts.push(this.#postingsOfFile[number] ?? 0);
      renumbered[number] = files.push(file) - 1;
    }
    this.#files = files;
    this.#postingsOfFile = counts;
    this.#numbers = new Map(files.map((file, number) => [file, number]));
    return renumbered;
  }
}

function grown(array: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(array);
  return larger;
}
