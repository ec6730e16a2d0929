// Which files are components, and what the scripts in one declare.
import ts from 'typescript';

export const EXTENSIONS = ['vue'];

const SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script\s*>/gi;
// Everything that may occur in one is understood.
const NAME = 'component.tsx';
const PLAIN = 'component.ts';

export function isComponent(path: string): boolean {
  return EXTENSIONS.some((extension) => path.endsWith(`.${extension}`));
}

// As they stand in the component: everything around them is blank.
export function scriptsTree(text: string): ts.NavigationTree {
  const scripts = [...text.matchAll(SCRIPT)].map(({ index, 0: whole, 1: attributes = '', 2: script = '' }) => {
    const start = index + whole.indexOf('>', '<script'.length + attributes.length) + 1;
    return { start, end: start + script.length, isJsx: /\blang\s*=\s*["']?[jt]sx/.test(attributes) };
  });
  const code = scripts.reduce((made, { start, end }) => made + blank(text.slice(made.length, start)) + text.slice(start, end), '');
  const name = scripts.some(({ isJsx }) => isJsx) ? NAME : PLAIN;
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => ({ noLib: true }),
    getScriptFileNames: () => [name],
    getScriptVersion: () => '1',
    getScriptSnapshot: (wanted) => (wanted === name ? ts.ScriptSnapshot.fromString(code) : undefined),
    getCurrentDirectory: () => '',
    getDefaultLibFileName: () => '',
    fileExists: (wanted) => wanted === name,
    readFile: () => undefined,
  };
  const service = ts.createLanguageService(host, undefined, ts.LanguageServiceMode.Syntactic);
  try {
    return service.getNavigationTree(name);
  } finally {
    service.dispose();
  }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ');
}
