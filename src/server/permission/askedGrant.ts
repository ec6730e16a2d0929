// A grant as it comes from a person's window: understood, given, or refused with the reason.
import { z } from 'zod';
import { IdeError } from '../../ide/errors/errors.ts';
import { grantRefused } from '../../ide/errors/reviewErrors.ts';
import type { Grant, Grants } from './grants.ts';

const text = z.string().min(1).max(4_096);
const WishShape = z.strictObject({
  tool: text,
  glob: text,
  project: text,
  connection: text.exactOptional(),
  // In minutes.
  time: z.union([z.int(), z.literal('today')]),
});

// With how many of the reviews that wait it would have answered.
export interface AskedGrant {
  readonly grant?: Grant;
  readonly matching?: number;
  readonly problem?: IdeError;
}

export function askedGrant(grants: Grants, given: unknown): AskedGrant {
  const wish = WishShape.safeParse(given);
  if (!wish.success) return { problem: grantRefused(z.prettifyError(wish.error).replaceAll('\n', ' ')) };
  try {
    const grant = grants.grant(wish.data);
    return { grant, matching: grants.matching(grant).length };
  } catch (thrown) {
    if (thrown instanceof IdeError) return { problem: thrown };
    throw thrown;
  }
}
