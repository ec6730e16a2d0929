// A review as a question to the person at the client: in the middle of a call, or between two calls of 2026-07-28.
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  inputRequired,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { ClientAnswer, Review } from '../reviews/reviewShape.ts';
import { hunksIn, reviewLines, reviewTitle } from '../reviews/reviewText.ts';
import type { CameBack, PersonAtClient } from './askFirst.ts';

// What fits into a dialog; the terminal shows the rest.
const LONGEST_MESSAGE = 8_000;
const KEY = 'review';
// As long as a timer can be set; of what waits for as long as its call does.
const LONGEST_QUESTION = 2 ** 31 - 1;

// Undefined when this client says that it cannot ask anybody so; those of 2026-07-28 never can.
export function personInCall(server: Server, { mcpReq }: ServerContext): PersonAtClient | undefined {
  if (mcpReq.envelope !== undefined || !form.safeParse(server.getClientCapabilities()?.elicitation).success) return undefined;
  return {
    when: 'now',
    // Over HTTP the question travels on the stream of its call.
    ask: async (review, signal) =>
      answerFrom(await mcpReq.elicitInput(questionFor(review), { signal, relatedRequestId: mcpReq.id, timeout: timeLeft(review) ?? LONGEST_QUESTION }), review),
  };
}

function timeLeft({ expires }: Review): number | undefined {
  return expires === undefined ? undefined : Math.max(1, Date.parse(expires) - Date.now());
}

export function personBetweenCalls(request: ServerContext, reviewOf: (id: string) => Review | undefined): PersonAtClient | undefined {
  return canElicit.safeParse(request.mcpReq.envelope).success ? { when: 'later', back: cameBack(request, reviewOf) } : undefined;
}

// The result after which a client of 2026-07-28 asks its person and calls again.
export function questionResult(review: Review): InputRequiredResult {
  // The name of the review cannot be guessed, and what it is about is kept here, so there is nothing to forge.
  return inputRequired({ inputRequests: { [KEY]: inputRequired.elicit(questionFor(review)) }, requestState: review.id });
}

// A client that names only URL mode cannot show a form; one that names nothing means forms.
const form = z.looseObject({}).refine((capability) => 'form' in capability || !('url' in capability));
const canElicit = z.looseObject({ [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({ elicitation: form }) });

const ElicitedShape = z.looseObject({ action: z.enum(['accept', 'decline', 'cancel']), content: z.record(z.string(), z.unknown()).optional() });

function cameBack({ mcpReq }: ServerContext, reviewOf: (id: string) => Review | undefined): CameBack | undefined {
  const state = z.string().safeParse(mcpReq.requestState());
  if (!state.success) return undefined;
  const elicited = ElicitedShape.safeParse(mcpReq.inputResponses?.[KEY]);
  if (!elicited.success) return { review: state.data, answer: undefined };
  // A client that dismisses every question would be asked again without end.
  const isDismissed = elicited.data.action === 'cancel';
  return {
    review: state.data,
    answer: isDismissed ? { decision: 'reject', reason: 'the question was dismissed' } : answerFrom(elicited.data, reviewOf(state.data)),
  };
}

function questionFor(review: Review): ElicitRequestFormParams {
  const { message, isWhole } = dialogFor(review);
  const hunks = isWhole ? hunksIn(review).length : 0;
  return {
    mode: 'form',
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        ...(hunks > 1 && {
          hunks: { type: 'string', title: 'Hunks', description: `Numbers of the hunks to accept, such as 1,3. Empty: all ${hunks}.`, maxLength: 500 },
        }),
        reason: { type: 'string', title: 'Reason', description: 'A word to the agent, if you decline.', maxLength: 500 },
      },
    },
  };
}

// What was not shown was not approved, so what had to be cut cannot be accepted here.
export function dialogFor(review: Review): { readonly message: string; readonly isWhole: boolean } {
  const title = reviewTitle(review);
  const lines = reviewLines(review).map(({ text }) => text);
  const whole = [`${title}. Accept?`, '', ...lines].join('\n');
  if (whole.length <= LONGEST_MESSAGE) return { message: whole, isWhole: true };
  let length = title.length;
  const fitting = lines.slice(
    0,
    lines.findIndex((line) => {
      length += line.length + 1;
      return length > LONGEST_MESSAGE - 500;
    }),
  );
  const more = `… ${lines.length - fitting.length} more lines.`;
  return { message: [`${title.slice(0, 300)}. ${TOO_LONG} Or decline here.`, '', ...fitting, more].join('\n'), isWhole: false };
}

const TOO_LONG = 'It is too long to be accepted in this dialog: binnacle review in a terminal shows all of it, and takes the answer.';

function answerFrom({ action, content }: z.infer<typeof ElicitedShape>, review: Review | undefined): ClientAnswer {
  const reason = typeof content?.['reason'] === 'string' && content['reason'] !== '' ? { reason: content['reason'].slice(0, 2_000) } : {};
  // Nobody decided: a client without a screen dismisses every question, and a person at a window may still answer.
  if (action === 'cancel') return { decision: 'none', why: "the question was dismissed in the agent's client" };
  if (action === 'decline') return { decision: 'reject', ...reason };
  if (review !== undefined && !dialogFor(review).isWhole)
    return { decision: 'none', why: "it is too long for the client's dialog, so it can only be accepted in binnacle review" };
  const given = typeof content?.['hunks'] === 'string' ? content['hunks'].trim() : '';
  // What is not a number makes the answer one that does not fit.
  return { decision: 'accept', ...(given !== '' && { hunks: given.split(/[\s,;]+/).map((word) => (/^\d+$/.test(word) ? Number(word) : -1)) }) };
}
