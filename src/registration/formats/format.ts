// A format of configuration files: what is read from one, and how one entry of it is set or taken out without a change of anything else.
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../base/isRecord.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { configurationUnusable } from '../../ide/errors/registrationErrors.ts';
import { isEmptyJson, readJson, withJsonEntry, withJsonItem, withoutJsonItem, withoutJsonMember } from './json.ts';
import { readToml, tomlTextOf, withoutTomlEntry, withTable, withTomlEntry } from './toml.ts';

type Path = readonly string[];

export interface EntryChange {
  readonly set: Readonly<Record<string, unknown>>;
  // Set only where the entry has no such word.
  readonly usual: Readonly<Record<string, unknown>>;
  readonly drop: readonly string[];
}

export interface ConfigurationText {
  readonly format: 'json' | 'toml';
  // With neither a byte order mark nor anything else taken off it but that.
  readonly text: string;
  // What people call it in errors.
  readonly file: string;
}

export function valueIn({ format, text, file }: ConfigurationText, path: Path): unknown {
  return valueAt(read(format, text, file), path);
}

export function valuesIn({ format, text, file }: ConfigurationText): unknown {
  return read(format, text, file);
}

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => (isRecord(inner) ? inner[name] : undefined), value);
}

export function withEntry({ format, text, file }: ConfigurationText, entry: Path, change: EntryChange): string {
  const after = guarded(file, () => (format === 'json' ? withJsonEntry(text, entry, change, file) : withTomlEntry(text, entry, change, file)));
  return onlyThere({ format, text, file }, after, entry);
}

// The entry, and those containers above it that are empty without it, as many as the caller has made: counted from the inside.
export function withoutEntry({ format, text, file }: ConfigurationText, entry: Path, madeContainers: number): string {
  const after = guarded(file, () => {
    if (format === 'toml') return withoutTomlEntry(text, entry);
    let edited = withoutJsonMember(text, entry, file);
    for (let count = 1; count <= madeContainers && isEmptyJson(edited, entry.slice(0, -count), file); count += 1)
      edited = withoutJsonMember(edited, entry.slice(0, -count), file);
    return edited;
  });
  return onlyThere({ format, text, file }, after, entry);
}

// The entry as it stands in another version of the file, in the place of the present one.
export function withEntryOf(present: ConfigurationText, other: string, entry: Path): string {
  const { format, text, file } = present;
  const earlier = valueAt(read(format, other, file), entry);
  const bare = withoutEntry(present, entry, 0);
  if (earlier === undefined) return bare;
  const after = guarded(file, () =>
    format === 'toml'
      ? withTable(bare, tomlTextOf(other, entry))
      : withJsonEntry(bare, entry, { set: isRecord(earlier) ? earlier : {}, usual: {}, drop: [] }, file),
  );
  return onlyThere({ format, text, file }, after, entry);
}

// In a list of JSON beside the servers.
export function withItem({ text, file }: ConfigurationText, list: string, item: Readonly<Record<string, unknown>>): string {
  return guarded(file, () => withJsonItem(text, [list], item, file));
}

export function withoutItem({ text, file }: ConfigurationText, list: string, id: string, isListMade: boolean): string {
  return guarded(file, () => {
    const edited = withoutJsonItem(text, [list], id, file);
    return isListMade && isEmptyJson(edited, [list], file) ? withoutJsonMember(edited, [list], file) : edited;
  });
}

function read(format: 'json' | 'toml', text: string, file: string): unknown {
  return guarded(file, () => (format === 'json' ? readJson(text, file) : readToml(text, file)));
}

// Hostile files are nested deeper than any reader can go.
function guarded<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof IdeError) throw error;
    throw configurationUnusable(
      file,
      error instanceof RangeError ? 'is nested too deeply' : `cannot be edited: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

// Whoever edits the configurations of others proves each time that nothing else has changed.
function onlyThere({ format, text, file }: ConfigurationText, after: string, entry: Path): string {
  const isSame = guarded(file, () => isDeepStrictEqual(without(read(format, text, file), entry), without(reread(format, after, file), entry)));
  if (!isSame) throw configurationUnusable(file, `keeps ${entry.slice(0, -1).join('.')} in a form that Binnacle cannot change without changing more`);
  return after;
}

function reread(format: 'json' | 'toml', text: string, file: string): unknown {
  try {
    return read(format, text, file);
  } catch {
    throw configurationUnusable(file, 'is written in a form to which Binnacle cannot add an entry');
  }
}

// Containers that hold nothing else are no difference.
function without(value: unknown, path: Path): unknown {
  const [name, ...rest] = path;
  if (!isRecord(value) || name === undefined) return value;
  const { [name]: inner, ...others } = value;
  if (rest.length === 0 || inner === undefined) return others;
  const left = without(inner, rest);
  return isRecord(left) && Object.keys(left).length === 0 ? others : { ...others, [name]: left };
}
