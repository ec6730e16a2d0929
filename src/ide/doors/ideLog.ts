// The door to what the IDE writes down about itself.

export interface IdeLog {
  // Oldest first; secrets are taken out when a line is written.
  lines(signal: AbortSignal): Promise<readonly LogLine[]>;
}

export type LogLevel = 'info' | 'warn' | 'error';

export interface LogLine {
  // ISO 8601.
  readonly time: string;
  readonly level: LogLevel;
  // Of the process that wrote it.
  readonly processId: number;
  // With the lines below it, such as a stack.
  readonly text: string;
}
