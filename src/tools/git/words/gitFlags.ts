// The switches of a git command as one list: a property of its own for each would cost every agent that reads the schema.
import { z } from 'zod';

export function flagsWord<const Names extends readonly [string, ...string[]]>(names: Names, description: string) {
  return z.array(z.enum(names)).optional().describe(description);
}
