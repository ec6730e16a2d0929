// Which remote and branch a call is about, as agents name them.
import { z } from 'zod';

export const remoteInput = {
  remote: z.string().min(1).optional().describe('Its name.'),
  branch: z.string().min(1).optional().describe('Its name.'),
};
