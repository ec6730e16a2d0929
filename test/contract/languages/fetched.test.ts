// What code means in the languages of small servers, most of them fetched from a registry: asked of the real ones, row by row.
import { expect, test } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { IdeError } from '../../../src/ide/errors/errors.ts';
import { editedText } from '../../../src/ide/workspaceEdit.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { MachineServers } from '../../../src/machine/servers/machineServers.ts';
import { packageOf } from '../../../src/machine/servers/packages.ts';
import { triedLanguages } from '../../support/triedLanguages.ts';
import type { ProvenRow } from './provenRows.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

const rows = triedLanguages();

test.each(rows)(
  '$title by $server: definition, references, outline, hover, symbols, rename and diagnostics',
  async (row) => {
    const workspace = await fetchedWorkspace(row);
    const { file, name, declared } = row.ask;
    const at = await workspace.place(file, name);
    if (declared !== undefined) expect(workspace.shown((await workspace.languages.definition(at, live())).value)).toEqual([declared]);
    if (row.references === undefined) expect(await refusalOf(referencesOf(workspace, row))).toBe('unsupported');
    else expect((await referencesOf(workspace, row)).places).toEqual(row.references);
    if (row.renames === undefined) expect(await refusalOf(renamesOf(workspace, row))).toMatch(/^(?:unsupported|cannot_rename)$/);
    else expect((await renamesOf(workspace, row)).places).toEqual(row.renames);
    const outlined = await workspace.languages.outline(workspace.uri(declared?.slice(0, declared.indexOf(':')) ?? file), live());
    expect(outlined.value.map((symbol) => symbol.name)).toEqual(row.outline);
    if (row.hover !== undefined) {
      const hover = await workspace.languages.hover(at, live());
      expect(`${hover.value?.signature ?? ''} ${hover.value?.documentation ?? ''}`).toMatch(row.hover);
    }
    if (row.symbol !== undefined) {
      const symbols = await workspace.languages.symbols(row.symbol, live());
      expect(symbols.value.map((symbol) => symbol.name)).toContain(row.symbol);
    }
    if (row.broken === undefined) return;
    expect(await workspace.diagnosticsOf(file)).toEqual([]);
    await workspace.write(file, row.broken.text);
    expect((await workspace.diagnosticsOf(file)).map(({ message }) => message).join('\n')).toMatch(row.broken.says);
  },
  minutes(10),
);

test.each(rows)(
  '$title by $server: asked from the first moment, after a kill, and about files that nobody has opened',
  async (row) => {
    const workspace = await fetchedWorkspace(row);
    const asked = row.ask.declared === undefined ? () => outlineOf(workspace, row) : () => definitionOf(workspace, row);
    const expected = row.ask.declared === undefined ? row.outline : [row.ask.declared];
    for (const value of await Promise.all(Array.from({ length: 10 }, asked))) expect(value).toEqual(expected);
    process.kill(await workspace.pid(row.language), 'SIGKILL');
    expect(await asked()).toEqual(expected);
    if (row.later === undefined) return;
    await workspace.write(row.later.file, row.later.text);
    for (const answersOf of [row.references && referencesOf, row.renames && renamesOf]) {
      const answer = await answersOf?.(workspace, row);
      if (answer !== undefined && !answer.places.some((place) => place.startsWith(`${row.later?.file}:`))) expect(answer).toMatchObject({ complete: false });
    }
    await workspace.remove(row.later.file);
    if (row.references !== undefined) expect(await referencesOf(workspace, row)).toMatchObject({ places: row.references });
  },
  minutes(10),
);

async function definitionOf(workspace: Workspace, { ask }: ProvenRow): Promise<readonly string[]> {
  return workspace.shown((await workspace.languages.definition(await workspace.place(ask.file, ask.name), live())).value);
}

async function outlineOf(workspace: Workspace, { ask }: ProvenRow): Promise<readonly string[]> {
  return (await workspace.languages.outline(workspace.uri(ask.file), live())).value.map(({ name }) => name);
}

async function referencesOf(workspace: Workspace, { ask }: ProvenRow) {
  const { value, complete } = await workspace.references(ask.file, ask.name);
  return { places: workspace.shown(value).toSorted(), complete };
}

// The code of the error.
async function refusalOf(asked: Promise<unknown>): Promise<string> {
  return asked.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (error: unknown) => (error instanceof IdeError ? error.code : String(error)),
  );
}

async function renamesOf(workspace: Workspace, { ask }: ProvenRow) {
  const { value, complete } = await workspace.languages.rename(await workspace.place(ask.file, ask.name), 'renamed', live());
  const edited = value.edit.operations.flatMap((operation) => (operation.kind === 'edit' ? [operation] : []));
  // Wherever something is renamed in these files, every place with the word is.
  for (const { uri, edits } of edited) {
    const before = await workspace.documents.read(uri, live());
    expect(editedText(before, edits)).toBe(before.text.replaceAll(new RegExp(`\\b${ask.name}\\b`, 'g'), 'renamed'));
  }
  return { places: workspace.shown(edited.flatMap(({ uri, edits }) => edits.map(({ range }) => ({ uri, range })))).toSorted(), complete };
}

async function fetchedWorkspace({ server, files }: ProvenRow): Promise<Workspace> {
  const processes = new Processes({ started: () => {}, ended: () => {} });
  if (packageOf(server) !== undefined) await new MachineServers({ processes }).install(server, live(), () => {});
  return openWorkspace(files);
}
