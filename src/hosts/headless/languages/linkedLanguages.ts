// The languages of a project in which links give files several names: asked by every name, answered by the files' own.

import { tidyLocations } from '../../../answers/tidyLocations.ts';
import { groupBy } from '../../../base/groupBy.ts';
import { type Answer, complete, incomplete, mapAnswer } from '../../../ide/answer.ts';
import type { DiskState } from '../../../ide/doors/documents.ts';
import type {
  CallDirection,
  CallRelations,
  Check,
  CheckReport,
  Languages,
  OnMissingServer,
  Place,
  Progress,
  SymbolOptions,
  TypeDirection,
  TypeRelations,
  WorkspaceSymbol,
} from '../../../ide/doors/languages.ts';
import type { Refactored, Refactoring } from '../../../ide/refactorings.ts';
import type { FileMove, Renaming } from '../../../ide/renaming.ts';
import { type Location, placeKey } from '../../../ide/text.ts';
import type { FileOperation, WorkspaceEdit } from '../../../ide/workspaceEdit.ts';
import type { DiskChange, DiskDocuments } from '../../../machine/files/diskChanges.ts';
import { wordAt } from '../../../source/wordAt.ts';
import type { PlacedEdit } from './engine/middleware.ts';
import { HeadlessLanguages } from './headlessLanguages.ts';
import { type HeadlessLanguagesOptions, type LanguageParts, partsFor } from './languageParts.ts';
import { askedByEveryName, namesOfPlace } from './questions/byEveryName.ts';
import { isEdited, placesNamed } from './questions/leftUses.ts';
import { mergedCalls, mergedTypes } from './questions/mergedRelations.ts';
import { editOfPlaces, mergedEdits } from './questions/renames.ts';

export function openLanguages(options: HeadlessLanguagesOptions): HeadlessLanguages {
  const languages = new LinkedLanguages(partsFor(options), options.documents);
  languages.listen();
  return languages;
}

class LinkedLanguages extends HeadlessLanguages {
  readonly #documents: DiskDocuments;

  constructor(parts: LanguageParts, documents: DiskDocuments, onMissing?: OnMissingServer) {
    super(parts, documents, onMissing);
    this.#documents = documents;
  }

  override asOf(state: DiskState): Languages {
    return new LinkedLanguages(this.parts, this.#documents.asOf(state), this.onMissing);
  }

  override needing(onMissing: OnMissingServer): LinkedLanguages {
    return new LinkedLanguages(this.parts, this.#documents, onMissing);
  }

  async restart(language: string, signal: AbortSignal): Promise<void> {
    const meant = [...this.parts.engines.values()].filter((engine) => engine.language === language);
    await Promise.all(meant.map((engine) => engine.restart(signal)));
  }

  override async definition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#byOwnNames(await super.definition(at, signal));
  }

  override async typeDefinition(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    return this.#byOwnNames(await super.typeDefinition(at, signal));
  }

  override async references(at: Place, options: { includeDeclaration: boolean }, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    if (!this.#documents.hasLinks) return super.references(at, options, signal);
    const { answer, asked } = await this.#usesByEveryName(at, signal);
    if (options.includeDeclaration) return mapAnswer(answer, tidyLocations);
    const declared = new Set<string>();
    for (const place of asked) for (const found of (await this.definition(place, signal)).value) declared.add(placeKey(found));
    return mapAnswer(answer, (value) => tidyLocations(value.filter((found) => !declared.has(placeKey(found)))));
  }

  override async implementations(at: Place, signal: AbortSignal): Promise<Answer<readonly Location[]>> {
    if (!this.#documents.hasLinks) return super.implementations(at, signal);
    const { answer } = await askedByEveryName(at, this.#documents, (place) => super.implementations(place, signal), signal);
    return mapAnswer(answer, tidyLocations);
  }

  override async calls(at: Place, direction: CallDirection, signal: AbortSignal): Promise<Answer<CallRelations | undefined>> {
    const ask = async (place: Place) => mapAnswer(await super.calls(place, direction, signal), (found) => found && this.#callsByOwnNames(found));
    const first = await ask(at);
    if (!this.#documents.hasLinks || direction === 'callees') return first;
    return this.#withOtherNames(at, first, first.value?.of.location, ask, mergedCalls, signal);
  }

  override async types(at: Place, direction: TypeDirection, signal: AbortSignal): Promise<Answer<TypeRelations | undefined>> {
    const ask = async (place: Place) => mapAnswer(await super.types(place, direction, signal), (found) => found && this.#typesByOwnNames(found));
    const first = await ask(at);
    if (!this.#documents.hasLinks || direction === 'up') return first;
    return this.#withOtherNames(at, first, first.value?.of.location, ask, mergedTypes, signal);
  }

  override async symbols(query: string, signal: AbortSignal, options: SymbolOptions = {}): Promise<Answer<readonly WorkspaceSymbol[]>> {
    const answer = await super.symbols(query, signal, options);
    if (!this.#documents.hasLinks) return answer;
    const keyOf = ({ name, location }: WorkspaceSymbol) => `${name} ${placeKey(location)}`;
    return mapAnswer(answer, (found) => [...new Map(found.map((symbol) => this.#located(symbol)).map((symbol) => [keyOf(symbol), symbol])).values()]);
  }

  protected override async renamedAlone(at: Place, newName: string, signal: AbortSignal, keptIn: readonly string[]): Promise<Answer<Renaming>> {
    if (!this.#documents.hasLinks) return super.renamedAlone(at, newName, signal, keptIn);
    const collisions: Location[] = [];
    const moves: FileOperation[] = [];
    const from = await this.#declared(at, signal);
    const ask = async (place: Place) => {
      const answer = await super.renamedAlone(place, newName, signal, keptIn);
      collisions.push(...answer.value.collisions.map((found) => this.#own(found)));
      if (place === from) moves.push(...answer.value.edit.operations.filter(({ kind }) => kind !== 'edit'));
      return mapAnswer(answer, ({ edit }) => placesOf(edit));
    };
    const { answer } = await askedByEveryName(from, this.#documents, ask, signal);
    return mapAnswer(answer, (edits) => ({
      edit: { operations: [...editOfPlaces(mergedEdits([edits])).operations, ...moves] },
      collisions: tidyLocations(collisions),
    }));
  }

  override async moveFiles(move: FileMove, files: readonly string[], signal: AbortSignal): Promise<Answer<WorkspaceEdit>> {
    return mapAnswer(await super.moveFiles(move, files, signal), (edit) => this.#ownEdit(edit));
  }

  // Engines rewrite who uses a symbol by the name of its file that they were asked with, and nobody else.
  override async refactor(wanted: Refactoring, signal: AbortSignal): Promise<Answer<Refactored>> {
    const answer = await super.refactor(wanted, signal);
    if (!this.#documents.hasLinks) return answer;
    const made = mapAnswer(answer, (value) => ({ ...value, edit: this.#ownEdit(value.edit) }));
    if (!('position' in wanted)) return made;
    const { beyond, answer: uses } = await this.#usesByEveryName(wanted, signal);
    const left = beyond.filter((use) => !isEdited(made.value.edit, use));
    const why = [made.complete ? undefined : made.why, leftBehind(left), uses.complete ? undefined : uses.why].filter((text) => text !== undefined);
    if (why.length === 0) return made;
    const certificate = { ...(made.engine !== undefined && { engine: made.engine }), ...(made.notes !== undefined && { notes: made.notes }) };
    return incomplete(made.value, [...new Set(why)].join(' '), certificate);
  }

  // A planned text is that of its file by every name.
  override async check(wanted: Check, signal: AbortSignal, progress: Progress): Promise<Answer<CheckReport>> {
    if (!this.#documents.hasLinks || wanted.texts === undefined) return super.check(wanted, signal, progress);
    const texts = new Map(wanted.texts);
    for (const [uri, text] of wanted.texts) for (const name of await this.#documents.namesOf(uri, signal)) texts.set(name, text);
    return super.check({ ...wanted, texts }, signal, progress);
  }

  protected override changed(changes: readonly DiskChange[]): void {
    const isLink = ({ uri, kind }: DiskChange) => kind !== 'deleted' && this.#documents.canonical(uri) !== uri;
    if (this.#documents.hasLinks && changes.some(isLink)) for (const engine of this.parts.engines.values()) engine.outdate();
    super.changed(this.#documents.hasLinks ? changes.flatMap((change) => this.#byEveryKnownName(change)) : changes);
  }

  // An engine takes what is declared behind a link in node_modules for a library's, which it would only import under another name.
  async #declared(at: Place, signal: AbortSignal): Promise<Place> {
    const { value: declared } = await super.definition(at, signal);
    const linked = declared.find(({ uri }) => this.#documents.canonical(uri) !== uri);
    if (linked === undefined) return at;
    const place = { uri: this.#documents.canonical(linked.uri), position: linked.range.start };
    return (await this.#wordAt(place, signal)) === (await this.#wordAt(at, signal)) ? place : at;
  }

  async #wordAt({ uri, position }: Place, signal: AbortSignal): Promise<string | undefined> {
    return wordAt(await this.#documents.read(uri, signal), position);
  }

  #usesByEveryName(at: Place, signal: AbortSignal) {
    return askedByEveryName(at, this.#documents, (place) => super.references(place, { includeDeclaration: true }, signal), signal);
  }

  async #withOtherNames<Value>(
    at: Place,
    first: Answer<Value>,
    declared: Location | undefined,
    ask: (at: Place) => Promise<Answer<Value>>,
    merge: (values: readonly Value[]) => Value,
    signal: AbortSignal,
  ): Promise<Answer<Value>> {
    const places = [at, ...(declared === undefined ? [] : [{ uri: declared.uri, position: declared.range.start }])];
    const others = new Map<string, Place>();
    for (const place of places) for (const other of await namesOfPlace(this.#documents, place, signal)) others.set(JSON.stringify(other), other);
    const answers = [first];
    for (const other of others.values()) answers.push(await ask(other));
    const why = [...new Set(answers.flatMap((answer) => (answer.complete ? [] : [answer.why])))].join(' ');
    const value = merge(answers.map((answer) => answer.value));
    const certificate = { ...(first.engine !== undefined && { engine: first.engine }), ...(first.notes !== undefined && { notes: first.notes }) };
    return why === '' ? complete(value, certificate) : incomplete(value, why, certificate);
  }

  #byEveryKnownName(change: DiskChange): readonly DiskChange[] {
    return [change, ...this.#documents.namesNow(change.uri).map((uri) => ({ ...change, uri }))];
  }

  #byOwnNames(answer: Answer<readonly Location[]>): Answer<readonly Location[]> {
    return this.#documents.hasLinks ? mapAnswer(answer, (found) => tidyLocations(found.map((each) => this.#own(each)))) : answer;
  }

  #callsByOwnNames({ of, calls, ...rest }: CallRelations): CallRelations {
    if (!this.#documents.hasLinks) return { of, calls, ...rest };
    return { ...rest, of: this.#located(of), calls: calls.map((call) => ({ ...call, callable: this.#located(call.callable) })) };
  }

  #typesByOwnNames({ of, related }: TypeRelations): TypeRelations {
    return this.#documents.hasLinks ? { of: this.#located(of), related: related.map((type) => this.#located(type)) } : { of, related };
  }

  #located<Symbol extends { readonly location: Location }>(symbol: Symbol): Symbol {
    return { ...symbol, location: this.#own(symbol.location) };
  }

  #own<Found extends Location>(found: Found): Found {
    return { ...found, uri: this.#documents.canonical(found.uri) };
  }

  // What an edit says of one file by several names is said once.
  #ownEdit({ operations }: WorkspaceEdit): WorkspaceEdit {
    if (!this.#documents.hasLinks) return { operations };
    const edits = operations.filter((operation) => operation.kind === 'edit');
    const byFile = groupBy(edits, ({ uri }) => this.#documents.canonical(uri));
    const joined = [...byFile].map(([uri, same]): FileOperation => {
      const [first] = same;
      const distinct = new Map(same.flatMap((operation) => operation.edits).map((edit) => [JSON.stringify(edit), edit]));
      return first !== undefined && same.length === 1 ? { ...first, uri } : { kind: 'edit', uri, edits: [...distinct.values()] };
    });
    return { operations: [...operations.filter((operation) => operation.kind !== 'edit'), ...joined] };
  }
}

function leftBehind(left: readonly Location[]): string | undefined {
  if (left.length === 0) return undefined;
  return `It is also used through a link by which its file has another name, and would be left as it is there: ${placesNamed(left)}.`;
}

function placesOf({ operations }: WorkspaceEdit): readonly PlacedEdit[] {
  return operations.flatMap((operation) => (operation.kind === 'edit' ? operation.edits.map((edit) => ({ ...edit, uri: operation.uri })) : []));
}
