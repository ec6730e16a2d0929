// What a registry's program meant when it failed, in words that say what a person can do.
import type { IdeError } from '../../ide/errors/errors.ts';
import { serverNotFetched } from '../../ide/errors/serverErrors.ts';
import type { ServerPackage } from './serverPackage.ts';

interface Reason {
  readonly says: RegExp;
  readonly why: string;
  readonly next: string;
}

const AGAIN = 'Nothing was installed. Try again when it can be reached.';

// The first that fits: what is dangerous comes before what is only a nuisance.
const REASONS: readonly Reason[] = [
  {
    says: /EINTEGRITY|integrity checksum failed|DO NOT MATCH THE HASHES|Hashes are required|checksum mismatch|SECURITY ERROR|missing go\.sum entry|verifying (?:module|go\.mod)/i,
    why: 'what the registry sent is not what was pinned (its hash is another)',
    next: 'Nothing was installed. The registry or something on the way to it is broken or hostile: try another network or registry.',
  },
  {
    says: /ENOSPC|No space left|disk quota|EDQUOT/i,
    why: 'the disk is full',
    next: 'Nothing was installed. Make room, or set XDG_CACHE_HOME to a folder on another disk.',
  },
  {
    says: /EROFS|EACCES|EPERM|Permission denied|Read-only file system/i,
    why: 'the cache cannot be written to',
    next: 'Let the folder be written to, or set XDG_CACHE_HOME to another one.',
  },
  {
    says: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|name resolution|Name or service not known|Failed to establish a new connection|no such host|connection refused|network is unreachable|module lookup disabled/i,
    why: 'the registry cannot be reached',
    next: `${AGAIN} Behind a proxy, its own settings (npm config, pip config, GOPROXY) must name it.`,
  },
  {
    says: /ETIMEDOUT|ESOCKETTIMEDOUT|Read timed out|ReadTimeout|i\/o timeout|ERR_SOCKET_TIMEOUT|network timeout/i,
    why: 'the registry does not answer',
    next: AGAIN,
  },
  {
    says: /CERT_|certificate|self.signed|SSLError/i,
    why: 'the certificate of the registry is not trusted here',
    next: 'Nothing was installed. Let npm, pip or Go know the certificate of your proxy.',
  },
  {
    says: /E401|E403|ENEEDAUTH|40[13] (?:Client|Forbidden|Unauthorized)|: 40[13] /i,
    why: 'the registry refuses',
    next: 'Nothing was installed. Log in to it, or use another one.',
  },
  {
    says: /E404|404 Not Found|No matching distribution|not found: module|unknown revision/i,
    why: 'the registry does not have this version for this system',
    next: 'Nothing was installed. Where the registry is a mirror, it may lack it.',
  },
  { says: /E5\d\d|50[0-4] |Bad Gateway|Service Unavailable/i, why: 'the registry has a failure of its own', next: AGAIN },
  {
    says: /ECONNRESET|EPIPE|premature close|Premature|IncompleteRead|Connection (?:broken|aborted)|unexpected (?:EOF|end)|Z_BUF_ERROR|Z_DATA_ERROR|TAR_|zlib|FETCH_ERROR|Invalid response|ERR_INVALID|not a zip file|BadZipFile/i,
    why: 'the download broke off, or was no package',
    next: AGAIN,
  },
  { says: /No module named '?pip/i, why: 'this Python has no pip', next: 'Install pip for it (python3 -m ensurepip, or the package python3-pip).' },
];

export function fetchFailure({ name, version, registry }: ServerPackage, said: string): IdeError {
  const what = `${name} ${version} from ${registry}`;
  const found = REASONS.find(({ says }) => says.test(said));
  if (found !== undefined) return serverNotFetched(what, `${found.why} (${shortened(said, found.says)})`, found.next);
  return serverNotFetched(what, shortened(said, /error|failed|cannot/i), 'Nothing was installed.');
}

// The line that says it.
function shortened(said: string, says: RegExp): string {
  const lines = said
    .split('\n')
    .map((line) => line.replace(/^(npm error|npm ERR!|ERROR:|go:)\s*/i, '').trim())
    .filter((line) => line !== '');
  const line = lines.find((each) => says.test(each)) ?? lines[0] ?? 'its program said nothing';
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}

const LONGEST = 200;
