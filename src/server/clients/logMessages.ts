// What a client hears of our log: lines at the level that it set, errors before it set one, and never more than a few in a while.

import { LOG_LEVEL_META_KEY, type LoggingLevel, type Server, type ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { HeardLine, LogEvents } from '../../base/log.ts';
import { machineClock } from '../../base/waiting/clock.ts';
import { seconds } from '../../base/waiting/duration.ts';

const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const satisfies readonly LoggingLevel[];
const envelopeWithLevel = z.object({ [LOG_LEVEL_META_KEY]: z.enum(LEVELS) });
const OURS = { info: 'info', warn: 'warning', error: 'error' } as const satisfies Record<HeardLine['level'], LoggingLevel>;
const DEFAULT_LEVEL: LoggingLevel = 'error';
const LOGGER = 'binnacle';
// An engine that dies again and again must not drown a client.
const MOST_LINES = 20;
const WINDOW = seconds(10);

export interface Logging {
  // Tells this connection of the log from now on.
  start(): Disposable;
  // One line that is not of the log, for every client that did not ask for less.
  announce(logger: string, text: string): void;
}

// Answers logging/setLevel.
export function installLogging(server: Server, log: LogEvents | undefined): Logging {
  let level: LoggingLevel | undefined;
  const send = (of: LoggingLevel, logger: string, data: string) =>
    server.notification({ method: 'notifications/message', params: { level: of, logger, data } });
  // With a schema of its own, because the SDK answers a wrong level as its own failure.
  server.setRequestHandler('logging/setLevel', { params: z.looseObject({ level: z.enum(LEVELS) }) }, (params) => {
    level = params.level;
    return {};
  });
  return {
    start: () =>
      listening(
        log,
        () => level ?? DEFAULT_LEVEL,
        (of, data) => send(of, LOGGER, data),
      ),
    announce(logger, text) {
      // A connection that is gone has nobody left to notify.
      if (LEVELS.indexOf(level ?? 'info') <= LEVELS.indexOf('info')) void send('info', logger, text).catch(() => {});
    },
  };
}

// Clients of 2026-07-28 say with each request what they want to hear while it is answered, and hear nothing else.
export function logDuring(request: ServerContext, log: LogEvents | undefined): Disposable {
  const wanted = envelopeWithLevel.safeParse(request.mcpReq.envelope).data?.[LOG_LEVEL_META_KEY];
  if (wanted === undefined) return { [Symbol.dispose]: () => {} };
  return listening(
    log,
    () => wanted,
    (level, data) => request.mcpReq.notify({ method: 'notifications/message', params: { level, logger: LOGGER, data } }),
  );
}

function listening(log: LogEvents | undefined, wanted: () => LoggingLevel, send: (level: LoggingLevel, text: string) => Promise<void>): Disposable {
  let began = 0;
  let sent = 0;
  let leftOut = 0;
  // A connection that is gone has nobody left to notify.
  const tell = (level: LoggingLevel, text: string) => void send(level, text).catch(() => {});
  const heard = log?.listen((line) => {
    const level = OURS[line.level];
    if (LEVELS.indexOf(level) < LEVELS.indexOf(wanted())) return;
    const now = machineClock.steady();
    if (now - began >= WINDOW) {
      if (leftOut > 0) tell(level, `${leftOut} lines were left out here; read_ide_log has them.`);
      began = now;
      sent = 0;
      leftOut = 0;
    }
    sent += 1;
    if (sent <= MOST_LINES) tell(level, line.text);
    else leftOut += 1;
  });
  return heard ?? { [Symbol.dispose]: () => {} };
}
