// What is particular about the servers of pages and style sheets.
import { z } from 'zod';
import { counted } from '../../../../base/text/counted.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import type { ProtocolDiagnostic } from '../engine/answers.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import { withMarks } from '../engine/keptMarks.ts';
import type { Middleware, Next, OfferedFor, PlacedEdit, QuestionScope, RenamedPlaces, WantedName } from '../engine/middleware.ts';
import { Templates } from './templates.ts';
import { ThrownValidations } from './thrownValidations.ts';

// Servers of pages and style sheets know one file at a time, and of a selector only the rule that it stands in.
class OneFileServer implements Middleware {
  protected readonly session: EngineSession;
  readonly #thrown: ThrownValidations;

  constructor(session: EngineSession) {
    this.session = session;
    this.#thrown = new ThrownValidations(session.name);
  }

  configuration(_section: string): unknown {
    return { validate: true };
  }

  logged(text: string): void {
    this.#thrown.logged(text);
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, _signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    return this.#thrown.checked(uri, await next());
  }

  async prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    if (scope.kind !== 'word') return undefined;
    const { documents } = this.session.project;
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
    return gaps.length === 0 ? undefined : `${this.session.name} ${gaps.join(', and ')}: search_text finds all.`;
  }
}

export class HtmlServer extends OneFileServer {
  readonly #templates: Templates;

  constructor(session: EngineSession) {
    super(session);
    this.#templates = new Templates(session, /\{\{|\{%|<%|<\?/, 'HTML');
  }

  override async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    return this.#templates.checked(uri, await super.diagnostics(uri, next, signal), signal);
  }

  filesChanged(changes: readonly DiskChange[]): void {
    this.#templates.changed(changes);
  }

  notes(): readonly string[] {
    return this.#templates.notes();
  }

  override configuration(section: string): unknown {
    // Without the first a page with a script has no diagnostics at all: the server throws where it reads the second from it.
    return section === 'js/ts' ? { implicitProjectConfig: { experimentalDecorators: false, strictNullChecks: true } } : super.configuration(section);
  }
}

// Its commands carry their edits, for the client that knows them to make.
const applied = z.looseObject({
  command: z.object({ command: z.literal('_css.applyCodeAction'), arguments: z.tuple([z.string(), z.number(), z.array(z.unknown())]) }),
});
// Or it answers with the bare command.
const bare = applied.shape.command.loose();

export class CssServer extends OneFileServer {
  async rename(_wanted: WantedName, next: Next<readonly PlacedEdit[]>, signal: AbortSignal): Promise<RenamedPlaces> {
    return { edits: await withMarks(this.session, await next(), signal) };
  }

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
