// New contents that wait beside the old ones for the moment in which they take their place: ours for some milliseconds, and nobody's file.

// A name that no tool of a project takes for a source file, and that says whose it is. Both parts are hexadecimal.
export function waitingFileName(change: string, file: string): string {
  return `.binnacle-${change}-${file}.tmp`;
}

// By its name, or the last part of a path with either slash.
export function isWaitingFile(path: string): boolean {
  return /(?:^|[\\/])\.binnacle-[0-9a-f]{12}-[0-9a-f]{12}\.tmp$/.test(path);
}

// The same for programs that take patterns.
const HEX = '[0-9a-f]'.repeat(12);
export const WAITING_FILES_GLOB = `**/.binnacle-${HEX}-${HEX}.tmp`;
