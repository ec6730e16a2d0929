// Packages of the project that its virtual environment holds by their absolute paths: whoever imports one from a copy of the project gets the original.
import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { smallFile } from '../../../base/files/smallFile.ts';

const ENVIRONMENTS = ['.venv', 'venv', 'env'];
const LEADS_ELSEWHERE = /\.pth$|^__editable__.*\.py$/;

// Why a copy cannot be asked about Python; undefined when it can. What lies in the root or in src is found in the copy first.
export async function editableElsewhere(root: string): Promise<string | undefined> {
  for (const environment of ENVIRONMENTS) {
    for (const folder of await sitePackagesIn(join(root, environment))) {
      for (const name of (await namesIn(folder)).filter((each) => LEADS_ELSEWHERE.test(each))) {
        const text = smallFile(join(folder, name)) ?? '';
        const deep = pathsInside(root, text).find((path) => !isFoundInCopy(relative(root, path).split(sep)));
        if (deep !== undefined)
          return `${environment} installs ${relative(root, deep)} by its absolute path, so a copy to check it in would import the original.`;
      }
    }
  }
  return undefined;
}

function isFoundInCopy([first = '', second, ...more]: readonly string[]): boolean {
  return second === undefined || (first === 'src' && more.length === 0);
}

function pathsInside(root: string, text: string): readonly string[] {
  return text.split(/['"\n;,]/).flatMap((part) => (part.trim().startsWith(`${root}${sep}`) ? [part.trim()] : []));
}

async function sitePackagesIn(environment: string): Promise<readonly string[]> {
  const versions = (await namesIn(join(environment, 'lib'))).filter((name) => name.startsWith('python'));
  return versions.map((name) => join(environment, 'lib', name, 'site-packages'));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
