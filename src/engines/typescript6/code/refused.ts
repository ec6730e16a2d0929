// A refactoring that would not be sound here, with the reason as a sentence.
export class UnsoundRefactoring extends Error {
  override readonly name = 'UnsoundRefactoring';
}
