// Where a room writes what only the person who runs Binnacle should read.

export interface Log {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
