// Files that a person names in a prompt: @src/cart.ts, or @src/cart.ts:10-20 for lines of it.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';

interface Mention {
  readonly file: string;
  readonly startLine?: number;
  readonly endLine?: number;
}

const MENTION = /(?<=^|\s)@(?:"([^"\n]+)"|([^\s"]+))/g;

// The prompt stays as it was typed. A word that is no file is a word.
export function mentionsIn(text: string, project: string): readonly Mention[] {
  const mentions = [...text.matchAll(MENTION)].flatMap(([, quoted, plain = '']): Mention[] => {
    const [, file = '', first, last] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(quoted ?? plain.replace(/[.,;!?)]+$/, '')) ?? [];
    if (!isFile(resolve(project, file))) return [];
    return [{ file, ...(first !== undefined && { startLine: Math.max(1, Number(first)) }), ...(last !== undefined && { endLine: Math.max(1, Number(last)) }) }];
  });
  return mentions.filter(({ file, startLine }, at) => mentions.findIndex((other) => other.file === file && other.startLine === startLine) === at);
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}
