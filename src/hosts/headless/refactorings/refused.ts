// Why a refactoring would change what the code does, or cannot be told not to.
export class Refused extends Error {}
