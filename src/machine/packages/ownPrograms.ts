// What of a project a package manager executes although it is asked to run no script. It cannot be kept from it without keeping it from its work, so it is said.
import { join, relative, sep } from 'node:path';
import { isInside } from '../../base/files/realFolder.ts';
import { isFile, outwards, textAt } from './disk.ts';

interface OwnProgram {
  // In the folder of the manager or one above, within the project.
  readonly file: string;
  // Only where it says so.
  readonly holding?: RegExp;
  readonly what: string;
}

const ENVIRONMENT: readonly OwnProgram[] = ['.venv', 'venv'].flatMap((folder) =>
  ['bin/python', 'Scripts/python.exe'].map((file) => ({ file: `${folder}/${file}`, what: 'the interpreter of the environment' })),
);

const programs: Readonly<Record<string, readonly OwnProgram[]>> = {
  pnpm: [
    ...['.pnpmfile.cjs', '.pnpmfile.mjs', 'pnpmfile.js'].map((file) => ({ file, what: 'hooks' })),
    { file: '.npmrc', holding: /^\s*(?:global-)?pnpmfile\s*=/m, what: 'hooks' },
    { file: 'pnpm-workspace.yaml', holding: /^(?:pnpmfile|configDependencies)\s*:/m, what: 'hooks' },
  ],
  yarn: [
    { file: '.yarnrc.yml', holding: /^\s*yarnPath\s*:/m, what: 'the yarn that it names' },
    { file: '.yarnrc.yml', holding: /^\s*plugins\s*:/m, what: 'plugins' },
    { file: '.yarnrc', holding: /^\s*"?yarn-path"?\s/m, what: 'the yarn that it names' },
  ],
  bun: [{ file: 'bunfig.toml', holding: /^\s*scanner\s*=/m, what: 'the scanner that it names' }],
  uv: ENVIRONMENT,
  pip: ENVIRONMENT,
  poetry: [...ENVIRONMENT, { file: 'pyproject.toml', holding: /^\s*\[tool\.poetry\.requires-plugins\]/m, what: 'plugins' }],
  cargo: [
    ...['rust-toolchain', 'rust-toolchain.toml'].map((file) => ({ file, holding: /^\s*path\s*=/m, what: 'the toolchain that it names' })),
    ...['.cargo/config', '.cargo/config.toml'].map((file) => ({
      file,
      holding: /credential-(?:provider|alias)|global-credential-providers/,
      what: 'programs for credentials',
    })),
  ],
  mvn: [
    { file: '.mvn/extensions.xml', what: 'extensions' },
    { file: '.mvn/jvm.config', what: 'options of the Java machine' },
    { file: '.mvn/maven.config', what: 'options' },
    { file: 'pom.xml', holding: /<extensions>/, what: 'extensions' },
  ],
};

// As in ".pnpmfile.cjs (hooks)".
export function ownPrograms(manager: string, cwd: string, root: string): readonly string[] {
  const folders = outwards(cwd).filter((folder) => isInside(root, folder));
  return (programs[manager] ?? []).flatMap(({ file, holding, what }) => {
    const found = folders.map((folder) => join(folder, file)).find((path) => isFile(path) && (holding === undefined || holding.test(textAt(path) ?? '')));
    return found === undefined ? [] : [`${relative(root, found).split(sep).join('/')} (${what})`];
  });
}
