// Which folders of a project hold what was installed or built, and nothing that anybody wrote: by what lies in them rather than by name.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, posix } from 'node:path';
import { readSmallFile } from '../../base/files/smallFile.ts';

const BY_NAME =
  /^(?:node_modules|__pycache__|__pypackages__|\.git|\.hg|\.svn|\.jj|\.venv|\.tox|\.nox|\.eggs|\.(?:mypy|ruff|pytest|parcel)_cache|\.parcel-cache|\.hypothesis|\.next|\.nuxt|\.output|\.svelte-kit|\.astro|\.turbo|\.vite|\.nyc_output|\.gradle|\.cargo-target|.+\.egg-info)$/;

// A virtual environment, one of conda, what cargo, uv and others call a cache, what .NET and CMake build.
const MARKERS = ['pyvenv.cfg', 'conda-meta', 'CACHEDIR.TAG', '.rustc_info.json', 'project.assets.json'];
const COVERAGE = ['lcov.info', 'coverage-final.json', 'lcov-report', 'clover.xml', 'cobertura-coverage.xml'];
const BUILDS = /"(?:build|compile|prepare|prepack|prepublish\w*|bundle|dist)[\w:.-]*"\s*:/;

export class GeneratedFolders {
  readonly #root: string;
  // Only those that are: one that is none yet may be filled in a moment.
  readonly #known = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  // Of a path relative to the project, with slashes.
  holds(path: string): boolean {
    const parts = path.split('/').slice(0, -1);
    return parts.some((_, index) => this.#is(parts.slice(0, index + 1).join('/')));
  }

  #is(folder: string): boolean {
    if (this.#known.has(folder)) return true;
    if (!isGenerated(join(this.#root, folder), join(this.#root, posix.dirname(folder)))) return false;
    this.#known.add(folder);
    return true;
  }
}

function isGenerated(folder: string, parent: string): boolean {
  const name = basename(folder);
  if (BY_NAME.test(name)) return true;
  const has = (...path: readonly string[]) => existsSync(join(folder, ...path));
  const beside = (...names: readonly string[]) => names.some((one) => existsSync(join(parent, one)));
  if (MARKERS.some((marker) => has(marker))) return true;
  // A project may be built where its sources lie.
  if (has('CMakeCache.txt') && !has('CMakeLists.txt')) return true;
  switch (name) {
    case 'target':
      return (
        beside('pom.xml', 'build.sbt') && ['classes', 'test-classes', 'maven-status', 'maven-archiver', 'surefire-reports', 'streams'].some((one) => has(one))
      );
    case 'build':
      return (
        (beside('build.gradle', 'build.gradle.kts') && ['classes', 'libs', 'tmp', 'reports', 'test-results', 'generated'].some((one) => has(one))) ||
        (beside('setup.py', 'pyproject.toml') && namesIn(folder).some((one) => /^(?:lib|lib\..+|bdist\..+|temp\..+|scripts-.+)$/.test(one))) ||
        isOutput(name, parent)
      );
    case 'dist':
      return (beside('setup.py', 'pyproject.toml') && namesIn(folder).some((one) => /\.(?:whl|tar\.gz)$/.test(one))) || isOutput(name, parent);
    case 'out':
      return isOutput(name, parent);
    case 'coverage':
    case 'htmlcov':
      return COVERAGE.some((one) => has(one)) || has('status.json');
    default:
      return false;
  }
}

// Where a compiler is configured to write, or what a package that is built hands out.
function isOutput(name: string, parent: string): boolean {
  const configuration = new RegExp(`"(?:outDir|declarationDir|outFile)"\\s*:\\s*"(?:\\./)?${name}(?:/|")`);
  if (namesIn(parent).some((one) => /^tsconfig[\w.-]*\.json$/.test(one) && configuration.test(textOf(join(parent, one))))) return true;
  const manifest = textOf(join(parent, 'package.json'));
  return BUILDS.test(manifest) && new RegExp(`"(?:\\./)?${name}/[^"]*\\.(?:[cm]?js|d\\.[cm]?ts)"`).test(manifest);
}

function namesIn(folder: string): readonly string[] {
  return statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true ? readdirSync(folder) : [];
}

function textOf(file: string): string {
  return existsSync(file) ? readSmallFile(file) : '';
}
