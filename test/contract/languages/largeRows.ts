// Languages whose servers have test files of their own, and what those prove: printed in docs/languages.md.

export interface ProvenLarge {
  readonly title: string;
  // A row of the catalogue.
  readonly server: string;
  readonly proven: readonly string[];
  readonly test: string;
}

const EVERYTHING = ['definition', 'references', 'outline', 'hover', 'symbols', 'rename', 'diagnostics'];

const languages = 'test/contract/languages';

export const largeRows: readonly ProvenLarge[] = [
  { title: 'TypeScript', server: 'typescript', proven: EVERYTHING, test: `${languages}/typescript.test.ts` },
  { title: 'JavaScript', server: 'typescript', proven: EVERYTHING, test: `${languages}/earlierDefaults.test.ts` },
  { title: 'Python', server: 'basedpyright', proven: EVERYTHING, test: `${languages}/python.test.ts` },
  { title: 'Go', server: 'gopls', proven: EVERYTHING, test: `${languages}/go.test.ts` },
  { title: 'C', server: 'clangd', proven: EVERYTHING, test: `${languages}/cppPrograms.test.ts` },
  { title: 'C++', server: 'clangd', proven: EVERYTHING, test: `${languages}/cpp.test.ts` },
  { title: 'Rust', server: 'rust-analyzer', proven: EVERYTHING, test: 'test/contract/knowledge/rust.test.ts' },
  { title: 'Java', server: 'jdtls', proven: EVERYTHING, test: `${languages}/java.test.ts` },
  { title: 'Vue', server: 'components', proven: EVERYTHING.filter((work) => work !== 'symbols'), test: `${languages}/vue.test.ts` },
  { title: 'Shell', server: 'bash', proven: ['definition', 'references', 'outline', 'symbols'], test: `${languages}/web.test.ts` },
  { title: 'HTML', server: 'html', proven: ['outline', 'diagnostics'], test: `${languages}/web.test.ts` },
  { title: 'JSON', server: 'json', proven: ['outline', 'diagnostics'], test: `${languages}/json.test.ts` },
  { title: 'YAML', server: 'yaml', proven: ['outline', 'diagnostics'], test: `${languages}/web.test.ts` },
];
