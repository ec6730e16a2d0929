// What both versions of TypeScript leave out where modules are loaded when the program runs: uses, and with them what another name changes.

import type { Place } from '../../../../ide/doors/languages.ts';
import type { Location } from '../../../../ide/text.ts';
import { problemsIn } from '../diagnostics/collectDiagnostics.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { CollisionRules, Next, RenamedPlaces, WantedName } from '../engine/middleware.ts';
import type { PartialAnswer } from '../engine/partialAnswer.ts';
import { withUnreported } from '../questions/references.ts';
import { moduleUses } from './commonJs.ts';
import { ConfiguredTypescript } from './configuredTypescript.ts';
import { exportCollisions } from './exportCollisions.ts';
import { renamedThroughModules } from './typescriptRenames.ts';

// What it says where two things have one name and remain two things to it: members of an enum or a literal, labels, exports, imports, variables.
const DUPLICATES: ReadonlySet<string> = new Set(['2300', '1117', '1114', '2323', '2484', '2440', '2451']);

export class ModuleTypescript extends ConfiguredTypescript {
  readonly #session: EngineSession;
  readonly collisions: CollisionRules;

  constructor(session: EngineSession) {
    super(session);
    this.#session = session;
    this.collisions = {
      exported: (renamed, signal) => exportCollisions(session, renamed, signal),
      declaredTwice: async (uri, signal) => {
        const problems = await problemsIn(session, uri, signal);
        return problems.filter(({ code }) => DUPLICATES.has(String(code))).map(({ range }) => ({ uri, range }));
      },
    };
  }

  async references(
    { at, word }: { readonly at: Place; readonly word: string },
    next: Next<readonly Location[]>,
    signal: AbortSignal,
  ): Promise<PartialAnswer<readonly Location[]>> {
    const reported = await next();
    const { uses, gap } = await moduleUses(this.#session, word, reported, at, signal);
    return { ...withUnreported(this.#session, reported, uses, 'through CommonJS modules'), gap };
  }

  async rename(wanted: WantedName, _next: Next<unknown>, signal: AbortSignal): Promise<RenamedPlaces> {
    return { edits: await renamedThroughModules(this.#session, wanted, signal) };
  }
}
