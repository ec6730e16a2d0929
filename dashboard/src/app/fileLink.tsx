// A file that is named somewhere, as the way to it in Files: at a line, where one is known.
import { Text } from '../parts/text.tsx';
import { hashOf } from './route.ts';

export interface FileLinkProps {
  readonly project: string | undefined;
  // Relative to the project; what lies elsewhere is only named.
  readonly file: string;
  readonly line?: number | undefined;
  // Instead of the file and its line.
  readonly label?: string;
}

export function FileLink({ project, file, line, label }: FileLinkProps) {
  const shown = <Text text={label ?? (line === undefined ? file : `${file}:${line}`)} />;
  if (project === undefined || /^(?:[\\/]|[a-z]:|\w+:\/\/)/i.test(file)) return shown;
  return (
    <a
      class={label === undefined ? 'file-link' : 'file-link link'}
      href={hashOf({ view: 'files', id: file, query: { project, ...(line !== undefined && { line: String(line) }) } })}
      title={`Open ${file} in Files`}
    >
      {shown}
    </a>
  );
}
