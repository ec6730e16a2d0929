// What stands for a component calls helpers that nobody wrote: a place in the component may lead to one of them, and that is not what is meant there.
import type ts from 'typescript';

const HELPER = /^__(?:VLS|sveltets)_/;
// Those that are asked about a place.
const ASKED: ReadonlySet<string | symbol> = new Set([
  ...['findReferences', 'findRenameLocations', 'getRenameInfo', 'getDefinitionAtPosition', 'getTypeDefinitionAtPosition', 'getImplementationAtPosition'],
  ...['getQuickInfoAtPosition', 'prepareCallHierarchy'],
]);
const NO_NAME: ts.RenameInfoFailure = { canRename: false, localizedErrorMessage: 'You cannot rename this element.' };
// Of a name.
const LONGEST = 200;

export function withoutHelpers(service: ts.LanguageService): ts.LanguageService {
  const isHelper = (path: string, position: number): boolean => {
    const text = service.getProgram()?.getSourceFile(path)?.text ?? '';
    const before = /[\w$]*$/.exec(text.slice(Math.max(0, position - LONGEST), position))?.[0] ?? '';
    return HELPER.test(before + (/^[\w$]*/.exec(text.slice(position, position + LONGEST))?.[0] ?? ''));
  };
  return new Proxy(service, {
    get(target, name, receiver) {
      const method: unknown = Reflect.get(target, name, receiver);
      if (!ASKED.has(name) || typeof method !== 'function') return method;
      return (path: string, position: number, ...rest: readonly unknown[]): unknown => {
        if (isHelper(path, position)) return name === 'getRenameInfo' ? NO_NAME : undefined;
        return Reflect.apply(method, target, [path, position, ...rest]);
      };
    },
  });
}
