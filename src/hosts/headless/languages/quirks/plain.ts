// Servers that need nothing but their settings.
import { z } from 'zod';
import { counted } from '../../../../base/counted.ts';
import type { Quirk, Scope } from '../engine/engineRow.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { ProtocolDiagnostic } from '../questions/answers.ts';

const SCHEMA_NOT_LOADED = /(?:Unable to load schema|Problems loading reference).*https?:/s;

export const plainQuirk: Quirk = { configuration: () => null };

// Servers of pages and style sheets know one file at a time, and of a selector only the rule that it stands in.
export class WebQuirk implements Quirk {
  readonly #session: EngineSession;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return { validate: true };
  }

  async prepare(scope: Scope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind !== 'word') return undefined;
    const { documents } = this.#session.project;
    const others = (await documents.filesWithWord(scope.word, signal)).filter((uri) => uri !== scope.from);
    const isSelector = new RegExp(`[.#]${scope.word.replace(/[^\p{ID_Continue}]/gu, '\\$&')}(?![\\w-])`, 'u').test(
      (await documents.read(scope.from, signal)).text,
    );
    const gaps = [
      ...(others.length === 0
        ? []
        : [`looks into one file only, and ${counted(others.length, 'other file')} ${others.length === 1 ? 'holds' : 'hold'} the word`]),
      ...(isSelector ? ['does not look for a selector in other rules'] : []),
    ];
    return gaps.length === 0 ? undefined : `${this.#session.name} ${gaps.join(', and ')}: search_text finds all.`;
  }
}

// Its commands carry their edits, for the client that knows them to make.
const applyCodeAction = z.object({ command: z.literal('_css.applyCodeAction'), arguments: z.tuple([z.string(), z.number(), z.array(z.unknown())]) });

export class CssQuirk extends WebQuirk {
  editInCommand(command: { readonly command: string; readonly arguments: readonly unknown[] }): unknown {
    const found = applyCodeAction.safeParse(command);
    return found.success ? { changes: { [found.data.arguments[0]]: found.data.arguments[2] } } : undefined;
  }
}

// Schemas from the network are never fetched, and that is not the file's fault.
export const yamlQuirk: Quirk = {
  configuration: (section) => {
    if (section === 'yaml') return { validate: true, hover: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } };
    return section === 'http' ? { proxy: NOWHERE } : {};
  },
  keepsDiagnostic: (diagnostic: ProtocolDiagnostic) => !SCHEMA_NOT_LOADED.test(diagnostic.message),
};

// Nothing listens on the port "discard"; whoever is sent there reaches no network.
export const NOWHERE = 'http://127.0.0.1:9';
