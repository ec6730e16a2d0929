// What a page in a webview may say to the extension, checked: it is our own page, but what agents wrote is shown in it.
import { z } from 'zod';
import type { ToExtension } from '../../../../dashboard/protocol/webview.ts';

const connection = z.int().nonnegative();

const Message: z.ZodType<ToExtension | { readonly kind: 'install' }> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('open'), connection }),
  z.object({ kind: z.literal('say'), connection, text: z.string() }),
  z.object({ kind: z.literal('close'), connection }),
  z.object({ kind: z.literal('reload') }),
  z.object({ kind: z.literal('openFile'), project: z.string(), file: z.string(), line: z.int().positive().exactOptional() }),
  z.object({ kind: z.literal('saveText'), name: z.string().max(200), text: z.string() }),
  // Of what is shown where there is no page.
  z.object({ kind: z.literal('install') }),
]);

export function webviewMessage(said: unknown): z.infer<typeof Message> | undefined {
  return Message.safeParse(said).data;
}
