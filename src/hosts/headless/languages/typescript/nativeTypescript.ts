// Where the program of TypeScript 7 is.
import { join } from 'node:path';
import { packageFolder } from '../../../../machine/programs/packageFolder.ts';

// The native program itself: the wrapper in bin/ would keep a Node process beside it.
export function nativeTypescript(): string {
  const platform = `@typescript/typescript-${process.platform}-${process.arch}`;
  const folder = packageFolder(platform, packageFolder('typescript-engine')) ?? packageFolder(platform) ?? '';
  return join(folder, 'lib', process.platform === 'win32' ? 'tsc.exe' : 'tsc');
}
