// Why a window is not let in, in our own words: whoever has taken the port may say no as well, and must not tell a person what to do.
import type { RefusalCode, ShownError } from '../../../src/dashboard/protocol/messages.ts';

const AGAIN = 'Open another.';

const words: Readonly<Record<RefusalCode, readonly [message: string, next: string]>> = {
  unknown_session: ['The daemon here does not know this window: it may be another one, or its state was removed.', AGAIN],
  revoked_session: ['This window was closed by you in another one, or because its link was used twice.', AGAIN],
  expired_session: ['This window has not been used for too long, or is older than a week.', AGAIN],
  used_link: ['This link has been used already. If that was not you, somebody else had it: all windows have been alarmed.', AGAIN],
  wrong_proof: ['The key of this window does not open the daemon here.', AGAIN],
  too_many_windows: ['Too many windows are open.', 'Close one, then try again.'],
  bad_message: ['The daemon here did not understand this window: it may be of another version.', 'Reload it, or open another.'],
};

export function refusalInWords(code: string): ShownError {
  const [message, next] = isCode(code) ? words[code] : ['The daemon here did not let this window in.', AGAIN];
  return { code, message, next };
}

function isCode(code: string): code is RefusalCode {
  return Object.hasOwn(words, code);
}
