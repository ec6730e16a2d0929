// Which variables git is given of the environment at hand: those that say who a person is and how they reach a network, and where nothing may run only the first.
import { currentEnvironment } from '../../base/processes/environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const IDENTITY = /^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL)$/i;
const NETWORK = /^GIT_(?:SSH|SSH_COMMAND|SSH_VARIANT|SSL_\w+|HTTP_\w+|PROXY_\w+|ALLOW_PROTOCOL|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM|EXEC_PATH)$/i;

// The others lead to another repository, run programs, or write traces into any file; other programs set them for a git below them, and we are not below them.
export function withoutOthers(): Variables {
  return taken((name) => !IDENTITY.test(name) && !NETWORK.test(name));
}

// Settings name programs, so they are read where the daemon's own person keeps them.
export function onlyIdentity(): Variables {
  const { HOME, XDG_CONFIG_HOME } = process.env;
  return { ...taken((name) => !IDENTITY.test(name)), HOME, XDG_CONFIG_HOME };
}

function taken(isTaken: (name: string) => boolean): Variables {
  const names = Object.keys(currentEnvironment()).filter((name) => /^GIT_/i.test(name) && isTaken(name));
  return Object.fromEntries(names.map((name) => [name, undefined]));
}
