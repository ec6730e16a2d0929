// What is particular about TypeScript 7: its settings, the projects it must have loaded, import names in outlines, and problems of a tsconfig.json.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { isAlias, tidyMembers } from '../../../../answers/typescriptOutline.ts';
import { pathOf } from '../../../../base/files/fileUri.ts';
import { counted } from '../../../../base/text/counted.ts';
import { seconds } from '../../../../base/waiting/duration.ts';
import type { CallRelations, OutlineSymbol, WorkspaceSymbol } from '../../../../ide/doors/languages.ts';
import { type Location, type Position, placeKey, type TextSnapshot } from '../../../../ide/text.ts';
import type { DiskChange } from '../../../../machine/files/diskChanges.ts';
import { diagnosticsOf, type ProtocolDiagnostic } from '../engine/answers.ts';
import { PushedProblems } from '../engine/documents/pushedProblems.ts';
import { textOrNothing } from '../engine/documents/sourceText.ts';
import type { EngineSession } from '../engine/engineSession.ts';
import type { CallQuestion, Implementations, Implemented, Next, QuestionScope } from '../engine/middleware.ts';
import { callersThroughModules } from './commonJs.ts';
import { withoutComponentImports } from './componentImports.ts';
import { ModuleTypescript } from './moduleTypescript.ts';
import { callsOfProperties } from './typescriptCallees.ts';
import { TypescriptProjects } from './typescriptProjects.ts';

// TypeScript pushes the problems of a configuration within milliseconds of the answer that made it load the project.
const PUSHED = seconds(2);

// From the keyword to the module name: between them there is neither a quote nor an equals sign.
const IMPORT = /(?:^|;)[ \t]*(?:export[ \t]+)?import\b(?!\s*\()[^'"`;=]*/gm;

const EXPORT_LIST = /(?:^|;)[ \t]*export[ \t]+(?:type[ \t]+)?\{[^}]*\}/gm;

// "File is not listed within the file list of project."
const NOT_LISTED = '6307';

// Without these it runs `npm install` in the background for untyped imports; nothing else switches that off.
const NO_TYPE_ACQUISITION = { disableAutomaticTypeAcquisition: true, tsserver: { automaticTypeAcquisition: { enabled: false } } };

// An unused local that the project forbids fails its build, so it is an error here too and not the warning that editors show.
// Without aliases a rename makes `{ total }` into `{ sum }`, which is another property.
const DEFAULTS = {
  ...NO_TYPE_ACQUISITION,
  reportStyleChecksAsWarnings: false,
  workspaceSymbols: { excludeLibrarySymbols: true },
  preferences: { useAliasesForRenames: true },
};

const SETTINGS: Readonly<Record<string, unknown>> = { 'js/ts': DEFAULTS, typescript: DEFAULTS, javascript: DEFAULTS };

export class Typescript7 extends ModuleTypescript {
  readonly #session: EngineSession;
  readonly #projects: TypescriptProjects;
  readonly #configs: PushedProblems;

  constructor(session: EngineSession) {
    super(session);
    this.#session = session;
    this.#configs = new PushedProblems(session.published, PUSHED);
    this.#projects = new TypescriptProjects(session);
  }

  override configuration(section: string): unknown {
    return SETTINGS[section];
  }

  override filesChanged(changes: readonly DiskChange[]): void {
    super.filesChanged(changes);
    // A base that others extend can change their problems too, so none that was pushed before counts any more.
    if (changes.some(({ uri }) => this.#projects.isConfig(uri))) this.#configs.changed();
    this.#projects.filesChanged(changes);
  }

  prepare(scope: QuestionScope, signal: AbortSignal): Promise<string | undefined> {
    return this.#projects.prepare(scope, signal);
  }

  // TypeScript 7.0 lists the names that a file imports as if it declared them.
  async outline(snapshot: TextSnapshot, next: Next<readonly OutlineSymbol[]>): Promise<readonly OutlineSymbol[]> {
    return tidyMembers(
      (await next()).filter((symbol) => !isInside(IMPORT, snapshot, symbol.range.start)),
      snapshot,
    );
  }

  async symbols(next: Next<readonly WorkspaceSymbol[]>, signal: AbortSignal): Promise<readonly WorkspaceSymbol[]> {
    return Promise.all(
      (await next()).map(async (symbol) => {
        if (symbol.kind !== 'class') return symbol;
        const snapshot = await textOrNothing(this.#session, symbol.location.uri, signal);
        return snapshot !== undefined && isAlias(snapshot, symbol.location.range.start, symbol.name) ? { ...symbol, kind: 'typeAlias' as const } : symbol;
      }),
    );
  }

  async calls(question: CallQuestion, next: Next<CallRelations>, signal: AbortSignal): Promise<CallRelations> {
    const reported = await next();
    if (reported.note !== undefined) return reported;
    const { of, direction } = question;
    const more = direction === 'callers' ? callersThroughModules(this.#session, of, signal) : callsOfProperties(this.#session, of, reported.calls, signal);
    return { ...reported, calls: [...reported.calls, ...(await more)] };
  }

  // It counts the import and the re-export of a class under another name among what implements it.
  async implementations({ declared }: Implemented, next: Next<readonly Location[]>, signal: AbortSignal): Promise<Implementations> {
    const own = new Set(declared.map(placeKey));
    const locations: Location[] = [];
    let imports = 0;
    for (const location of await next()) {
      const snapshot = own.has(placeKey(location)) ? undefined : await textOrNothing(this.#session, location.uri, signal);
      const isImport = snapshot !== undefined && [IMPORT, EXPORT_LIST].some((pattern) => isInside(pattern, snapshot, location.range.start));
      if (isImport) imports += 1;
      else locations.push(location);
    }
    const leftOut = `Left out: ${counted(imports, 'import or re-export', 'imports or re-exports')} that ${this.#session.name} counts too.`;
    return { locations, notes: imports > 0 ? [leftOut] : [] };
  }

  async diagnostics(uri: string, next: Next<readonly ProtocolDiagnostic[]>, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    if (this.#session.row.diagnosesConfigs?.test(uri) === true) return this.#diagnosticsOfConfig(uri, signal);
    // What it says about some closed files depends on what else is open.
    if (await this.#projects.isAnsweredFromAnyProject(uri)) await this.#session.documents.open(uri, signal);
    return withoutComponentImports(this.#session, uri, (await next()).filter(isOfListedFile), signal);
  }

  async #diagnosticsOfConfig(uri: string, signal: AbortSignal): Promise<readonly ProtocolDiagnostic[]> {
    const witness = await this.#projects.loadConfig(uri, signal);
    if (witness === undefined) return [];
    // The answer proves that the project is loaded as it is on disk; what it pushes follows.
    await this.#session.request('textDocument/documentSymbol', { textDocument: { uri: witness } }, signal);
    return diagnosticsOf(await this.#configs.problemsOf(uri, signal));
  }

  // One sentence however many there are: a monorepo's examples can have dozens, and the answer must stay short.
  notes(): readonly string[] {
    // What another version of TypeScript serves is none of this one's business.
    const own = this.#session.published.entries().filter(([uri]) => this.#projects.isOwnConfig(uri));
    const problems = own.flatMap(([uri, items]) => diagnosticsOf(items).map(({ message }) => ({ uri, message })));
    const [first] = problems;
    if (first === undefined) return [];
    const path = relative(this.#session.project.root, pathOf(first.uri)).replaceAll('\\', '/');
    const others = new Set(problems.map(({ uri }) => uri)).size - 1;
    const where = others === 0 ? path : `${path} and ${others} more`;
    return [`TypeScript finds problems in the configuration ${where}, so answers about those projects may be wrong: ${firstLine(first.message)}`];
  }
}

// A file that is only planned is in no list of files yet, whatever patterns a configuration includes.
function isOfListedFile({ code, message }: ProtocolDiagnostic): boolean {
  const [, path] = String(code) === NOT_LISTED ? (/'([^']+)'/.exec(message) ?? []) : [];
  return path === undefined || existsSync(path);
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}

function isInside(pattern: RegExp, snapshot: TextSnapshot, position: Position): boolean {
  const offset = snapshot.offsetAt(position);
  return spansOf(pattern, snapshot).some(({ start, end }) => start <= offset && offset < end);
}

interface Span {
  readonly start: number;
  readonly end: number;
}

// A text is looked through once for all symbols of its outline.
const known = new WeakMap<TextSnapshot, Map<RegExp, readonly Span[]>>();

function spansOf(pattern: RegExp, snapshot: TextSnapshot): readonly Span[] {
  const byPattern = known.get(snapshot) ?? new Map<RegExp, readonly Span[]>();
  known.set(snapshot, byPattern);
  const spans = byPattern.get(pattern) ?? [...snapshot.text.matchAll(pattern)].map(({ index, 0: text }) => ({ start: index, end: index + text.length }));
  byPattern.set(pattern, spans);
  return spans;
}
