// Sentences of which none is said twice, alone or as a part of another.

export function withoutRepeats(sentences: readonly string[], saidBefore: readonly string[] = []): string[] {
  return sentences.filter(
    (sentence, index) =>
      !saidBefore.some((other) => other.includes(sentence)) &&
      !sentences.some((other, place) => place !== index && other.includes(sentence) && (other !== sentence || place < index)),
  );
}
