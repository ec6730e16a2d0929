// What a page may say, checked: it is our own page, but whoever has its key can say anything.
import { z } from 'zod';
import type { PageMessage } from '../protocol/messages.ts';
import { NONCE_BYTES, SESSION_ID_BYTES } from '../protocol/opening.ts';

const base64url = (bytes: number) => z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((bytes * 4) / 3)}}$`));
const whole = z.number().int().nonnegative();
const short = z.string().min(1).max(200);
const TerminalTopic = z.templateLiteral(['terminal:', z.string().regex(/^[\x21-\x7e]{1,200}$/)]);
const RowTopic = z.enum([
  'clients',
  'calls',
  'reviews',
  'changes',
  'projects',
  'sessions',
  'runs',
  'terminals',
  'log',
  'settings',
  'grants',
  'holds',
  'windows',
  'editor',
  'agents',
]);
const Topic = z.union([RowTopic, TerminalTopic]);
const LONGEST_INPUT = 1024 * 1024;
const MOST_CELLS = 1_000;

const Message: z.ZodType<PageMessage> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('hello'),
    session: base64url(SESSION_ID_BYTES),
    nonce: base64url(NONCE_BYTES),
    redeems: z.literal(true).exactOptional(),
    isProgram: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('proof'), proof: short }),
  z.object({ kind: z.literal('subscribe'), topic: Topic, boot: short.exactOptional(), since: whole.exactOptional() }),
  z.object({ kind: z.literal('unsubscribe'), topic: Topic }),
  z.object({ kind: z.literal('acknowledge'), frame: whole }),
  z.object({ kind: z.literal('presence'), hidden: z.boolean(), mayNotify: z.boolean() }),
  z.object({ kind: z.literal('used') }),
  z.object({
    kind: z.literal('call'),
    id: whole,
    tool: short,
    arguments: z.record(z.string(), z.unknown()),
    project: z.string().min(1).max(4_096).exactOptional(),
    isForView: z.literal(true).exactOptional(),
  }),
  z.object({ kind: z.literal('cancel'), id: whole }),
  z.object({ kind: z.literal('ask'), id: whole, method: z.custom<Extract<PageMessage, { kind: 'ask' }>['method']>(isMethod), params: z.unknown().optional() }),
  z.object({ kind: z.literal('input'), topic: TerminalTopic, text: z.string().max(LONGEST_INPUT) }),
  z.object({
    kind: z.literal('resize'),
    topic: TerminalTopic,
    columns: z.number().int().min(2).max(MOST_CELLS),
    rows: z.number().int().min(1).max(MOST_CELLS),
  }),
  z.object({ kind: z.literal('drawn'), topic: TerminalTopic, bytes: whole }),
]);

// Undefined where it is none.
export function pageMessage(text: string): PageMessage | undefined {
  try {
    return Message.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

// Which there are says the table of methods; one that it lacks is refused by name.
function isMethod(value: unknown): boolean {
  return typeof value === 'string' && /^[a-z]+\.[a-z]+$/i.test(value) && value.length < 50;
}
