// A refactoring that would not be sound here, with the reason as a sentence.
export class Refused extends Error {
  override readonly name = 'Refused';
}
