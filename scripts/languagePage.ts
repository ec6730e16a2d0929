// The table of languages, written from the catalogue, the pinned packages and what the tests of test/contract/languages prove.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { catalogue, languages } from '../src/hosts/headless/languages/catalogue.ts';
import type { EngineRow } from '../src/hosts/headless/languages/engine/engineRow.ts';
import { packageOf } from '../src/machine/servers/packages.ts';
import { largeRows } from '../test/contract/languages/largeRows.ts';
import { type ProvenRow, provenRows } from '../test/contract/languages/provenRows.ts';

interface Line {
  readonly title: string;
  readonly server: string;
  readonly proven: readonly string[];
}

const WORKS = ['definition', 'references', 'outline', 'hover', 'symbols', 'rename', 'diagnostics'] as const;

const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

export function languagePage(): string {
  const lines: readonly Line[] = [...largeRows, ...provenRows.map(lineOf)];
  const unproven = languages.flatMap(({ name, servers }) => servers.flatMap(({ id, isUnproven }) => (isUnproven === true ? [`${name} (\`${id}\`)`] : [])));
  return `${[
    '<!-- Written by npm run docs from the catalogue and the tests. Do not edit. -->',
    '',
    '# Languages',
    '',
    `${lines.length} languages are tried with the real server by \`npm test\`; of those whose server is fetched each run tries a third, and all of them with \`npm test -- --all-languages\`.`,
    'A server is asked from its first moment, again after it was killed, and about files that nobody has opened: what it does not know is said, with `complete: false`.',
    '',
    `| language | server | from | MB | ${WORKS.join(' | ')} |`,
    `|---|---|---|---:|${WORKS.map(() => ':-:').join('|')}|`,
    ...lines.map(
      ({ title, server, proven }) => `| ${title} | ${sourceOf(server).join(' | ')} | ${WORKS.map((work) => (proven.includes(work) ? '✓' : '–')).join(' | ')} |`,
    ),
    '',
    '*comes with us*: nothing to do. *npm*, *PyPI*, *Go*: `binnacle doctor --install SERVER` fetches exactly this version, or `install_server` asks you; yours is used if you have one. *your machine*: `binnacle doctor` says how to get it.',
    'A dash means that the server does not offer it, or that nothing is proven.',
    '',
    '## Not verified by us',
    '',
    `For ${unproven.join(', ')} no registry has a server that we could try. One that is on the PATH is used as it is, and \`binnacle doctor\` says that nobody has verified it; without one the outline comes from the syntax.`,
  ].join('\n')}\n`;
}

function lineOf(row: ProvenRow): Line {
  const { title, server, ask, references, outline, hover, symbol, renames, broken } = row;
  const answers = { definition: ask.declared, references: references?.[0], outline, hover, symbols: symbol, rename: renames, diagnostics: broken };
  return {
    title,
    server,
    proven: Object.entries(answers).flatMap(([work, answer]) => (answer === undefined ? [] : [work])),
  };
}

// Server, where it comes from and how large it is.
function sourceOf(server: string): readonly string[] {
  const offer = packageOf(server);
  if (offer !== undefined) return [`\`${server}\` ${offer.version}`, offer.registry, String(offer.megabytes)];
  const row = rowOf(server);
  const { origin } = row;
  if (!('npm' in origin)) return [`\`${server}\``, 'your machine', ''];
  return [`\`${origin.npm}\` ${versionOf(origin.npm)}`, 'comes with us', ''];
}

function rowOf(server: string): EngineRow {
  const row = catalogue.find(({ id }) => id === server);
  if (row === undefined) throw new TypeError(`the catalogue has no ${server}`);
  return row;
}

function versionOf(name: string): string {
  const { dependencies } = Manifest.parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));
  return (dependencies[name] ?? '').replace(/^npm:.*@/, '');
}
