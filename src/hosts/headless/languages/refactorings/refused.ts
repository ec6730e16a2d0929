// Why a refactoring would change what the code does, or cannot be told not to.
export class RefusedRefactoring extends Error {}

// Strings and members of what has no known type are nobody's knowledge here, so nothing is said of them but who looks for them.
export function unusedRefusal(name: string, lacking: string | undefined): RefusedRefactoring {
  return new RefusedRefactoring(
    lacking === undefined
      ? `no code of the project that can be resolved uses ${name}; safe_delete looks for what cannot, and deletes it.`
      : `no use of ${name} is known, but not every use is: ${lacking}`,
  );
}
