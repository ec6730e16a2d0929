// What a run of the tests chooses by chance, chosen by the commit: a run that is repeated meets the same, and each commit meets something else.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

// Undefined where everything is wanted that chance could choose.
export function chanceOfThisRun(): number | undefined {
  return process.env['BINNACLE_EVERY_VERSION'] ? undefined : byCommit();
}

// Without a commit by the day.
function byCommit(): number {
  try {
    const here = fileURLToPath(new URL('.', import.meta.url));
    return Number.parseInt(execFileSync('git', ['rev-parse', 'HEAD'], { cwd: here, encoding: 'utf8', stdio: 'pipe' }).slice(0, 8), 16);
  } catch {
    return Math.floor(Date.now() / 86_400_000);
  }
}
