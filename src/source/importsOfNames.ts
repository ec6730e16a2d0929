// How a file comes by a name that it does not declare: the module that an import takes it from, or that stands before it.
import { familyOf } from './language.ts';

// `module` as it is written; empty where the language writes none there.
export interface NameOrigin {
  readonly kind: 'import' | 'member of a module' | 'bare';
  readonly module: string;
}

// More than any list of imports that a person writes.
const LONGEST_STATEMENT = 4_000;

// Undefined where the name can only be something of the file itself, or a member of some value.
export function originAt(text: string, languageId: string, start: number, end: number): NameOrigin | undefined {
  const before = text.slice(Math.max(0, start - LONGEST_STATEMENT), start);
  const after = text.slice(end, end + LONGEST_STATEMENT);
  const written = WAYS[familyOf(languageId)];
  if (written === undefined) return undefined;
  const module = written.imported(before, after, text);
  if (module !== undefined) return { kind: 'import', module };
  const loaded = written.moduleBefore?.(before);
  if (loaded !== undefined) return { kind: 'member of a module', module: loaded };
  const [, qualifier] = /([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*\??\.\s*$/u.exec(before.slice(-200)) ?? [];
  if (qualifier !== undefined) {
    const from = written.moduleNamed(text, qualifier);
    return from === undefined ? undefined : { kind: 'member of a module', module: from };
  }
  return written.isBare && !/[.'"]\s*$/.test(before.slice(-20)) && !/^\s*:(?!:)/.test(after) ? { kind: 'bare', module: '' } : undefined;
}

interface Ways {
  // The module of the import whose list of names this stands in.
  imported(before: string, after: string, text: string): string | undefined;
  // The module that the file calls by this name.
  moduleNamed(text: string, name: string): string | undefined;
  // The module that is loaded right before a dot.
  moduleBefore?(before: string): string | undefined;
  // A name alone may come from anywhere: macros and globs bring names that no import lists.
  readonly isBare: boolean;
}

// By `require` or `import`, or by what tools put in their place, such as `jest.requireActual`, `proxyquire` and `rewire`.
const LOADED = `\\b(?:[\\w$.]*(?:[rR]equire|[iI]mport)\\w*|rewire)\\s*\\(\\s*['"]([^'"\\n]+)['"]`;

// `import('./cart').then(({ total }) => …)`.
function awaitedIn(before: string, after: string): string | undefined {
  if (!/^[^{}]*\}\s*\)?\s*(?:=>|\{)/.test(after)) return undefined;
  return new RegExp(`${LOADED}\\s*\\)\\s*\\.\\s*then\\s*\\(\\s*(?:async\\s*)?(?:function\\s*)?\\(\\s*\\{[^{}]*$`).exec(before.slice(-400))?.[1];
}

function moduleCalled(text: string, name: string): string | undefined {
  const own = escaped(name);
  return (
    new RegExp(
      `(?:\\bimport\\s+(?:type\\s+)?(?:\\*\\s*as\\s+)?${own}\\b[^;'"]*?\\bfrom\\s*['"]([^'"]+)['"]|(?<![\\w$.])${own}\\s*(?:\\?\\?|\\|\\||&&)?=(?![=>])[^;\\n]*?${LOADED})`,
    )
      .exec(text)
      ?.slice(1)
      .find(Boolean) ?? new RegExp(`${LOADED}\\s*\\)\\s*\\.\\s*then\\s*\\(\\s*(?:async\\s*)?(?:function\\s*)?\\(?\\s*${own}\\b`).exec(text)?.[1]
  );
}

const WAYS: Readonly<Record<string, Ways>> = {
  typescript: {
    imported: (before, after, text) => {
      const isListed = /(?:^|[\n;])\s*(?:import|export)\b(?:(?!\bfrom\b)[^;'"`=()])*$/.test(before);
      const listed = isListed ? /^[^;'"`()=]*?\bfrom\s*['"]([^'"]+)['"]/.exec(after)?.[1] : undefined;
      if (listed !== undefined) return listed;
      // `const { total } = require('./cart')`, also around something else such as a function that loads it once.
      if (!/\{[^{}]*$/.test(before)) return undefined;
      const loaded = new RegExp(`^[^{}]*\\}\\s*=[^=;\\n]*?${LOADED}`).exec(after)?.[1] ?? awaitedIn(before, after);
      // Out of a module that has a name already.
      const [, from] = /^[^{}]*\}\s*=\s*([\p{ID_Start}_$][\p{ID_Continue}$]*)\s*(?:;|\n|$)/u.exec(after) ?? [];
      return loaded ?? (from === undefined ? undefined : moduleCalled(text, from));
    },
    moduleNamed: moduleCalled,
    moduleBefore: (before) => new RegExp(`${LOADED}\\s*\\)\\s*\\)?\\s*(?:\\?\\.|\\.)\\s*$`).exec(before.slice(-200))?.[1],
    isBare: false,
  },
  python: {
    imported: (before) => /(?:^|\n)[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]*(?:\([^)]*|[^\n(;]*)$/.exec(before)?.[1],
    moduleNamed: (text, name) => {
      const imported = new RegExp(
        `^[ \\t]*import[ \\t]+(?:[^\\n]*,[ \\t]*)?(?:([.\\w]+)[ \\t]+as[ \\t]+${escaped(name)}|((?:[\\w]+\\.)*${escaped(name)}))\\b`,
        'm',
      ).exec(text);
      const taken = new RegExp(`^[ \\t]*from[ \\t]+([.\\w]+)[ \\t]+import[ \\t]+[^\\n]*\\b${escaped(name)}\\b`, 'm').exec(text);
      if (imported !== null) return imported[1] ?? imported[2];
      return taken?.[1] === undefined ? undefined : `${taken[1]}${taken[1].endsWith('.') ? '' : '.'}${name}`;
    },
    isBare: false,
  },
  go: {
    imported: () => undefined,
    moduleNamed: (text, name) =>
      new RegExp(`^\\s*(?:import\\s+)?(?:${escaped(name)}\\s+"([^"\\n]+)"|"((?:[^"\\n]*/)?(?:go-)?${escaped(name)}(?:/v\\d+)?)")`, 'm')
        .exec(text)
        ?.slice(1)
        .find(Boolean),
    isBare: false,
  },
  rust: {
    imported: (before) =>
      /(?:^|[\n;{}])\s*(?:pub(?:\([^)]*\))?\s+)?use\s+[^;]*$/.test(before)
        ? (/(\w+)(?:::[\w:{},\s]*)?$/.exec(/\buse\s+([^;]*)$/.exec(before)?.[1] ?? '')?.[1] ?? '')
        : undefined,
    moduleNamed: () => undefined,
    isBare: true,
  },
};

function escaped(name: string): string {
  return name.replace(/[$]/g, '\\$&');
}
