// Where Python code could be refactored.
import { z } from 'zod';
import type { Project } from '../corpora/project.ts';
import { askedOfPython } from '../python.ts';
import { type Candidate, ORDINARY_KINDS } from './place.ts';

const End = z.object({ line: z.number(), column: z.number() });
const Found = z.array(
  z.object({
    kind: z.enum(ORDINARY_KINDS),
    form: z.string(),
    file: z.string(),
    line: z.number(),
    column: z.number(),
    name: z.string().optional(),
    ends: z.array(End).optional(),
    parameters: z.array(z.string()).optional(),
    unused: z.array(z.string()).optional(),
    defaults: z.number().optional(),
  }),
);

export async function pythonCandidates({ folder, sources }: Project): Promise<readonly Candidate[]> {
  return Found.parse(await askedOfPython('places', { root: folder, files: sources }));
}
