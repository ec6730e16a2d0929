// What an installation of Binnacle offers to the extension of VS Code, which carries neither its page nor its programs.
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { z } from 'zod';
import type { Environment } from '../base/processes/minimalEnvironment.ts';

export interface InstalledBinnacle {
  readonly version: string;
  // Undefined where it says none: then it is older than this question.
  readonly build: string | undefined;
  // The file that a person runs, what runs it, and the folder of the built page.
  readonly executable: string;
  readonly node: string;
  readonly pages: string;
}

const Manifest = z.object({ version: z.string() });

// Undefined where there is none that was built.
export function installedProgram(folder: string, environment: Environment = process.env): InstalledBinnacle | undefined {
  const pages = join(folder, 'dist', 'dashboard');
  const page = textIn(join(pages, 'index.html'));
  const manifest = textIn(join(folder, 'package.json'));
  if (page === undefined || manifest === undefined) return undefined;
  return {
    version: Manifest.parse(JSON.parse(manifest)).version,
    build: /<meta name="binnacle-build" content="([^"{}]+)"/.exec(page)?.[1],
    executable: join(folder, 'bin', 'binnacle.cjs'),
    node: nodeOnPath(environment),
    pages,
  };
}

// VS Code itself may be no Node that others can start.
function nodeOnPath(environment: Environment): string {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const folders = (environment['PATH'] ?? environment['Path'] ?? '').split(delimiter).filter((folder) => isAbsolute(folder));
  return folders.map((folder) => join(folder, name)).find((file) => existsSync(file)) ?? 'node';
}

function textIn(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
