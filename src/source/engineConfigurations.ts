// The configurations that decide what compilers find in files that they do not name.

export interface EngineConfiguration {
  // By its name.
  readonly file: RegExp;
  // Of the files that it governs; none where nobody can check them soon.
  readonly languages: readonly string[];
  // Whether such a change can bring errors or fix some.
  readonly matters: (before: string, after: string) => boolean;
  // Words by which files elsewhere refer to what it configures.
  readonly namedBy?: (text: string) => readonly string[];
}

const SCRIPTS = ['typescript', 'typescriptreact', 'javascript', 'javascriptreact'];
const RESOLUTION = ['name', 'type', 'main', 'module', 'types', 'typings', 'typesVersions', 'exports', 'imports'];
const changes = (before: string, after: string) => before !== after;

export const CONFIGURATIONS: readonly EngineConfiguration[] = [
  { file: /^[jt]sconfig.*\.json$/, languages: SCRIPTS, matters: changes },
  {
    file: /^package\.json$/,
    languages: SCRIPTS,
    // Scripts, versions and the like are changed most often, and no compiler reads them.
    matters: (before, after) => JSON.stringify(resolutionOf(before)) !== JSON.stringify(resolutionOf(after)),
    namedBy: (text) => [resolutionOf(text)[0]].flatMap((name) => (typeof name === 'string' ? (name.split('/').at(-1) ?? []) : [])),
  },
  { file: /^pyrightconfig\.json$/, languages: ['python'], matters: changes },
  { file: /^pyproject\.toml$/, languages: ['python'], matters: (before, after) => checkerSections(before) !== checkerSections(after) },
  { file: /^go\.(?:mod|work)$/, languages: ['go'], matters: changes },
  { file: /^(?:compile_commands\.json|compile_flags\.txt|\.clangd)$/, languages: ['c', 'cpp'], matters: changes },
  { file: /^Cargo\.toml$/, languages: [], matters: changes },
];

function resolutionOf(text: string): readonly unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    const entries = new Map(typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []);
    return RESOLUTION.map((key) => entries.get(key));
  } catch {
    // Half written: nobody can say what it decides.
    return [text];
  }
}

function checkerSections(text: string): string {
  return text
    .split(/^(?=\[)/m)
    .filter((section) => /^\[tool\.(?:based)?pyright/.test(section))
    .join('');
}
