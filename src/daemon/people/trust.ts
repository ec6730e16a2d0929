// The project folders whose code a person allowed to be run.
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../base/files/systemError.ts';
import { stateFolderUnusable } from '../../ide/errors/machineErrors.ts';
import { writePrivateFile } from '../folders.ts';

const TrustFile = z.object({ folders: z.array(z.string()) });

export function trustedFolders(state: string): string[] {
  const file = trustFile(state);
  try {
    return TrustFile.parse(JSON.parse(readFileSync(file, 'utf8'))).folders;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return [];
    throw stateFolderUnusable(file, error instanceof Error ? error.message : String(error));
  }
}

// Exactly this folder: what lies in it may be someone else's project.
export function isTrusted(state: string, projectPath: string): boolean {
  return trustedFolders(state).includes(projectPath);
}

export function trust(state: string, folder: string): string {
  const path = realpathSync(folder);
  writeTrust(state, [...trustedFolders(state).filter((other) => other !== path), path]);
  return path;
}

export function distrust(state: string, folder: string): void {
  writeTrust(
    state,
    trustedFolders(state).filter((other) => other !== folder),
  );
}

function writeTrust(state: string, folders: readonly string[]): void {
  writePrivateFile(trustFile(state), `${JSON.stringify({ folders }, undefined, 2)}\n`);
}

function trustFile(state: string): string {
  return join(state, 'trusted.json');
}
