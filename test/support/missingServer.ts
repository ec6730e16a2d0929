// A scripted project whose language server is missing until it is fetched, for tests of who is asked and what the call does meanwhile.
import { openScriptedIde, type ScriptedIde } from '../../src/hosts/scripted/scriptedIde.ts';
import { ScriptedLanguages } from '../../src/hosts/scripted/scriptedLanguages.ts';
import type { Progress } from '../../src/ide/doors/languages.ts';
import type { ServerConsent, ServerOffer } from '../../src/ide/doors/servers.ts';
import type { Ide } from '../../src/ide/ide.ts';

export const SERVER = 'cartls';
const OFFER = { id: SERVER, language: 'Cart', name: 'cart-language-server', version: '1.2.3', registry: 'npm', megabytes: 40 };

export interface MissingServer {
  readonly ide: Ide & Pick<ScriptedIde, 'fixture'>;
  // Of each question: what was said in place of how to get it, or that it is there.
  readonly answered: readonly string[];
  readonly installs: () => number;
}

interface MissingServerOptions {
  readonly consent?: ServerConsent;
  readonly trusted?: boolean;
  // What fetching it does, before it is there.
  readonly fetch?: (signal: AbortSignal, progress: Progress) => Promise<void>;
}

export function missingServer(source: string, { consent = 'ask', trusted = true, fetch = async () => {} }: MissingServerOptions = {}): MissingServer {
  const scripted = openScriptedIde(source);
  const answered: string[] = [];
  let offer: ServerOffer = OFFER;
  let installs = 0;
  const ide = {
    ...scripted,
    fixture: scripted.fixture,
    project: { ...scripted.project, trusted },
    servers: {
      consent,
      list: () => [offer],
      async install(_id: string, signal: AbortSignal, progress: Progress) {
        installs += 1;
        await fetch(signal, progress);
        offer = { ...OFFER, folder: '/cache/cartls' };
        return offer;
      },
    },
    needing: (onMissing: (server: string) => string | undefined) => ({
      languages: new ScriptedLanguages(scripted.documents, scripted.fixture.marks, scripted.project.path, {
        onQuestion: () => {
          answered.push(offer.folder === undefined ? (onMissing(SERVER) ?? 'missing') : 'there');
        },
      }),
    }),
  };
  return { ide, answered, installs: () => installs };
}
