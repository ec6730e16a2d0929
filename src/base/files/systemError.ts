// The word that the operating system gives for a failure, such as ENOENT.

// Nothing is there, or nothing of such a name can be.
const ABSENT: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL', 'EILSEQ']);

export function meansAbsent(error: unknown): boolean {
  return ABSENT.has(systemErrorCode(error));
}

export function systemErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
