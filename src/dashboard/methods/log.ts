// What a person reads of the daemon's log: whole lines with what stands below them.
import { z } from 'zod';
import { redactedText } from '../../base/text/redaction.ts';
import type { WrittenLine } from '../../base/writtenLines.ts';
import type { MethodsOf } from '../sources.ts';
import { method } from './method.ts';

const MOST_LINES = 1_000;
const USUAL_LINES = 200;
const LEVELS = ['info', 'warn', 'error'] as const;

const Read = z.strictObject({
  // At least so bad.
  level: z.enum(LEVELS).default('info'),
  text: z.string().min(1).max(500).optional(),
  limit: z.int().min(1).max(MOST_LINES).default(USUAL_LINES),
});

// The newest that fit, oldest first.
export function logMethods(lines: () => Promise<readonly WrittenLine[]>): MethodsOf<'log'> {
  return {
    'log.read': method('log.read', Read, async ({ level, text, limit }) => {
      const wanted = text?.toLowerCase();
      const fits = (line: WrittenLine) =>
        LEVELS.indexOf(line.level) >= LEVELS.indexOf(level) && (wanted === undefined || line.text.toLowerCase().includes(wanted));
      const all = (await lines()).filter(fits);
      return { lines: all.slice(-limit).map((line) => ({ ...line, text: redactedText(line.text) })), total: all.length };
    }),
  };
}
