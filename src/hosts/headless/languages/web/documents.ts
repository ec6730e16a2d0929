// What is particular about the servers of pages, style sheets and YAML.
import { z } from 'zod';
import { counted } from '../../../../base/text/counted.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { Middleware, Next, OfferedFor, QuestionScope } from '../engine/middleware.ts';

const SCHEMA_NOT_LOADED = /(?:Unable to load schema|Problems loading reference).*https?:/s;

// Servers of pages and style sheets know one file at a time, and of a selector only the rule that it stands in.
export class OneFileServer implements Middleware {
  readonly #session: EngineSession;

  constructor(session: EngineSession) {
    this.#session = session;
  }

  configuration(): unknown {
    return { validate: true };
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
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
const applied = z.looseObject({
  command: z.object({ command: z.literal('_css.applyCodeAction'), arguments: z.tuple([z.string(), z.number(), z.array(z.unknown())]) }),
});
// Or it answers with the bare command.
const bare = applied.shape.command.loose();

export class CssServer extends OneFileServer {
  async codeActions(_problem: OfferedFor, next: Next<unknown>): Promise<unknown> {
    const offered = z
      .array(z.unknown())
      .nullable()
      .parse(await next());
    return offered?.map(withEdit) ?? null;
  }
}

function withEdit(offered: unknown): unknown {
  const action = applied.safeParse(offered);
  const command = bare.safeParse(offered);
  const found = action.success ? action.data.command : command.success ? command.data : undefined;
  if (found === undefined || typeof offered !== 'object') return offered;
  const [uri, , edits] = found.arguments;
  return { ...offered, edit: { changes: { [uri]: edits } } };
}

// Schemas from the network are never fetched, and that is not the file's fault.
export const yamlMiddleware: Middleware = {
  configuration: (section) => {
    if (section === 'yaml') return { validate: true, hover: true, schemaStore: { enable: false }, kubernetesCRDStore: { enable: false } };
    return section === 'http' ? { proxy: NOWHERE } : {};
  },
  diagnostics: async (_uri, next) => (await next()).filter(({ message }) => !SCHEMA_NOT_LOADED.test(message)),
};

// Nothing listens on the port "discard"; whoever is sent there reaches no network.
export const NOWHERE = 'http://127.0.0.1:9';
