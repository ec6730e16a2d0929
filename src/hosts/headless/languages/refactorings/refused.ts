// A refactoring refused because it may change behaviour; the message says why.
export class RefusedRefactoring extends Error {}

// Strings and members of what has no known type are nobody's knowledge here, so nothing is said of them but who looks for them.
export function unusedRefusal(name: string, gap: string | undefined): RefusedRefactoring {
  return new RefusedRefactoring(
    gap === undefined
      ? `no code of the project that can be resolved uses ${name}; safe_delete looks for what cannot, and deletes it.`
      : `no use of ${name} is known, but not every use is: ${gap}`,
  );
}
