// What code of the languages means whose servers are fetched from a registry, asked of the real ones, row by row.
import { expect, test } from 'vitest';
import { minutes } from '../../../src/base/waiting/duration.ts';
import { Processes } from '../../../src/machine/processes/processes.ts';
import { MachineServers } from '../../../src/machine/servers/machineServers.ts';
import { live, openWorkspace, type Workspace } from './workspace.ts';

interface FetchedRow {
  readonly server: string;
  readonly language: string;
  readonly files: Readonly<Record<string, string>>;
  // The file and the name that the questions are about, and where it is declared.
  readonly ask: { readonly file: string; readonly name: string; readonly declared: string };
  // Undefined where the server does not offer it.
  readonly references?: readonly string[];
  readonly outline: readonly string[];
  readonly hover: RegExp;
  readonly symbol?: string;
  // A text with an error, and what is said of it.
  readonly broken: { readonly text: string; readonly says: RegExp };
}

const rows: readonly FetchedRow[] = [
  {
    server: 'intelephense',
    language: 'php',
    files: {
      'cart.php': '<?php\nfunction total(array $items): int {\n    return count($items);\n}\n',
      'main.php': "<?php\nrequire 'cart.php';\necho total([1, 2]);\n",
    },
    ask: { file: 'main.php', name: 'total', declared: 'cart.php:2:10' },
    references: ['cart.php:2:10', 'main.php:3:6'],
    outline: ['total'],
    hover: /total\(array \$items\)/,
    symbol: 'total',
    broken: { text: '<?php\necho nowhere(;\n', says: /[Ss]yntax error|[Uu]nexpected/ },
  },
  {
    server: 'dockerfile-language-server',
    language: 'dockerfile',
    files: { Dockerfile: 'FROM alpine\nARG VERSION=1\nRUN echo $VERSION\n' },
    ask: { file: 'Dockerfile', name: 'VERSION', declared: 'Dockerfile:2:5' },
    outline: ['FROM', 'ARG', 'RUN'],
    hover: /1/,
    broken: { text: 'FROM alpine\nNOTHING here\n', says: /Unknown instruction/ },
  },
];

test.each(rows)(
  '$language by $server: definition, references, outline, hover, symbols and diagnostics',
  async (row) => {
    const workspace = await fetchedWorkspace(row);
    const { file, name, declared } = row.ask;
    const at = await workspace.place(file, name);
    expect(workspace.shown((await workspace.languages.definition(at, live())).value)).toEqual([declared]);
    if (row.references === undefined) await expect(workspace.references(file, name)).rejects.toMatchObject({ code: 'unsupported' });
    else expect(workspace.shown((await workspace.references(file, name)).value).toSorted()).toEqual(row.references);
    const outlined = await workspace.languages.outline(workspace.uri(declared.slice(0, declared.indexOf(':'))), live());
    expect(outlined.value.map((symbol) => symbol.name)).toEqual(row.outline);
    const hover = await workspace.languages.hover(at, live());
    expect(`${hover.value?.signature ?? ''} ${hover.value?.documentation ?? ''}`).toMatch(row.hover);
    if (row.symbol !== undefined) {
      const symbols = await workspace.languages.symbols(row.symbol, live());
      expect(symbols.value.map((symbol) => symbol.name)).toContain(row.symbol);
    }
    expect(await workspace.diagnosticsOf(file)).toEqual([]);
    await workspace.write(file, row.broken.text);
    expect((await workspace.diagnosticsOf(file)).map(({ message }) => message).join('\n')).toMatch(row.broken.says);
  },
  minutes(3),
);

test.each(rows)(
  '$language by $server: asked from the first moment and after a kill',
  async (row) => {
    const workspace = await fetchedWorkspace(row);
    const { file, name, declared } = row.ask;
    const at = await workspace.place(file, name);
    const asked = () => workspace.languages.definition(at, live());
    for (const { value } of await Promise.all(Array.from({ length: 10 }, asked))) expect(workspace.shown(value)).toEqual([declared]);
    process.kill(await workspace.pid(row.language), 'SIGKILL');
    expect(workspace.shown((await asked()).value)).toEqual([declared]);
  },
  minutes(3),
);

async function fetchedWorkspace({ server, files }: FetchedRow): Promise<Workspace> {
  const processes = new Processes({ started: () => {}, ended: () => {} });
  await new MachineServers({ processes }).install(server, live(), () => {});
  return openWorkspace(files);
}
