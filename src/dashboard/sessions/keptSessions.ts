// The sessions of windows on disk, a file for each port: a page's key belongs to the port that it was loaded from.
import { z } from 'zod';

// Where they are kept; only the person may read it.
export interface SessionStore {
  // Undefined where there is none.
  read(port: number): string | undefined;
  write(port: number, text: string): void;
}

const Kept = z.object({
  id: z.string().max(100),
  key: z.string().max(100),
  chain: z.string(),
  // ISO 8601.
  since: z.string(),
  lastUsed: z.number(),
  expires: z.number(),
});

const KeptAlarm = z.object({
  id: z.string(),
  time: z.string(),
  kind: z.enum(['new_window', 'link_used_twice', 'agent_asked']),
  message: z.string(),
  chain: z.string(),
  session: z.string().exactOptional(),
});

const File = z.object({ sessions: z.array(Kept), alarms: z.array(KeptAlarm) });

export type KeptSession = z.infer<typeof Kept>;
export type KeptAlarm = z.infer<typeof KeptAlarm>;

export interface KeptOfPort {
  readonly sessions: readonly KeptSession[];
  readonly alarms: readonly KeptAlarm[];
}

// What cannot be read opens nothing: people open their windows anew.
export function readKept(store: SessionStore, port: number): KeptOfPort {
  const text = store.read(port);
  return (text === undefined ? undefined : parsed(text)) ?? { sessions: [], alarms: [] };
}

export function writeKept(store: SessionStore, port: number, kept: KeptOfPort): void {
  store.write(port, `${JSON.stringify(kept)}\n`);
}

function parsed(text: string): KeptOfPort | undefined {
  try {
    return File.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
