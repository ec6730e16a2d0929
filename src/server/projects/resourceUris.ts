// How our own resources are called: two that mean the client's own project unless they name another, files, and symbols.
import { normalizeUri, pathOf } from '../../base/files/fileUri.ts';

export const STRUCTURE_URI = 'project://structure';
export const STATUS_URI = 'index://status';
export const FILE_TEMPLATE = 'file:///{+path}';
export const SYMBOL_TEMPLATE = 'symbol:///{+name}{?project}';

const PROJECT = '?project=';

export function ofProject(uri: string, projectPath: string): string {
  return `${uri}${PROJECT}${encodeURIComponent(projectPath)}`;
}

// A URI without the project that it names.
export function withoutProject(uri: string): { readonly bare: string; readonly project?: string } {
  const [bare = '', encoded] = uri.split(PROJECT);
  return { bare, ...(encoded !== undefined && encoded !== '' && { project: decodeURIComponent(encoded) }) };
}

// What a URI of ours means; undefined for one that is not ours.
export type Meant =
  | { readonly kind: 'structure' | 'status'; readonly project?: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'symbol'; readonly name: string; readonly project?: string };

export function meantBy(uri: string): Meant | undefined {
  try {
    return understood(uri);
  } catch (error) {
    // A broken escape, or a file URI that names another host.
    if (error instanceof URIError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function understood(uri: string): Meant | undefined {
  if (uri.startsWith('file:///')) return { kind: 'file', path: pathOf(normalizeUri(uri)) };
  const { bare, ...project } = withoutProject(uri);
  if (bare === STRUCTURE_URI) return { kind: 'structure', ...project };
  if (bare === STATUS_URI) return { kind: 'status', ...project };
  const name = decodeURIComponent(/^symbol:\/\/\/(.+)$/.exec(bare)?.[1] ?? '');
  return name === '' ? undefined : { kind: 'symbol', name, ...project };
}
