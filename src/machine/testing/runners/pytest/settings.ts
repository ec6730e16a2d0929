// What a project's configuration says about where pytest looks for tests, and what it calls the files that hold them.
import { posix } from 'node:path';
import type { ProjectFiles } from '../../runnerRow.ts';

export interface PytestSettings {
  // Whether pytest, started in the folder without arguments, would collect this file; both relative to the project.
  collects(path: string): boolean;
}

// In the order in which pytest looks; only the first that has its section counts.
const SOURCES: readonly (readonly [file: string, sections: readonly string[], empty: boolean])[] = [
  ['pytest.toml', ['pytest'], true],
  ['.pytest.toml', ['pytest'], true],
  ['pytest.ini', ['pytest'], true],
  ['.pytest.ini', ['pytest'], true],
  ['pyproject.toml', ['tool.pytest', 'tool.pytest.ini_options'], false],
  ['tox.ini', ['pytest'], false],
  ['setup.cfg', ['tool:pytest'], false],
];
const USUAL_FILES = ['test_*.py', '*_test.py'];

export function pytestSettings(project: ProjectFiles, folder: string): PytestSettings {
  const section = sectionIn(project, folder);
  const within = words(settingIn(section, 'testpaths')).map((path) => pattern(posix.join(folder, path)));
  const configured = words(settingIn(section, 'python_files'));
  const files = (configured.length > 0 ? configured : USUAL_FILES).map(pattern);
  return {
    collects(path) {
      const name = posix.basename(path);
      if (!path.endsWith('.py') || !(folder === '' || path.startsWith(`${folder}/`))) return false;
      if (!files.some((one) => matchesWhole(one, name) || matchesWhole(one, path))) return false;
      return within.length === 0 || ancestors(path).some((around) => within.some((one) => matchesWhole(one, around)));
    },
  };
}

function sectionIn(project: ProjectFiles, folder: string): string {
  for (const [file, sections, empty] of SOURCES) {
    const text = project.text(posix.join(folder, file));
    if (text === undefined || !project.paths.includes(posix.join(folder, file))) continue;
    const found = sections.flatMap((name) => section(text, name) ?? []);
    if (found.length > 0) return found.join('\n');
    if (empty) return '';
  }
  return '';
}

// The lines between its heading and the next.
function section(text: string, name: string): string | undefined {
  const lines = text.split(/\r?\n/);
  const start = lines.findIndex((line) => line.trim() === `[${name}]`);
  if (start < 0) return undefined;
  const end = lines.findIndex((line, index) => index > start && /^\[[^\]]+\]\s*(?:#.*)?$/.test(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join('\n');
}

// A list of TOML, a text, or what stands behind the name and in the indented lines below it.
function settingIn(lines: string, name: string): string {
  const [, value = ''] = new RegExp(`^${name}\\s*[=:]\\s*(\\[[^\\]]*\\]|"[^"\\n]*"|'[^'\\n]*'|[^\\n]*(?:\\n[ \\t]+[^\\n]*)*)`, 'm').exec(lines) ?? [];
  return value;
}

function words(value: string): string[] {
  const listed = [...value.matchAll(/"([^"]*)"|'([^']*)'/g)].map(([, double, single]) => double ?? single ?? '');
  return (listed.length > 0 ? listed : [value.replaceAll(/[#;].*$/gm, '')]).flatMap((text) => text.split(/\s+/)).filter((word) => word !== '');
}

function pattern(glob: string): RegExp {
  const normal = posix.normalize(glob).replace(/\/$/, '');
  const source = normal
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('**', '\u0001')
    .replaceAll('*', '[^/]*')
    .replaceAll('?', '[^/]')
    .replaceAll('\u0001', '.*');
  return new RegExp(`^(?:${source === '\\.' ? '.*' : source})$`);
}

function matchesWhole(one: RegExp, text: string): boolean {
  return one.test(text);
}

// The path itself and every folder around it.
function ancestors(path: string): string[] {
  const parts = path.split('/');
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}
