// Lengths of time, in milliseconds, spelled so that a bound reads as a sentence.

export const milliseconds = (count: number): number => count;
export const seconds = (count: number): number => count * 1_000;
export const minutes = (count: number): number => count * 60_000;
