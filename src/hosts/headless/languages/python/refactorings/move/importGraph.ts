// Which modules of the project import which while they are read, so that a new import makes no cycle.
import { RefusedRefactoring } from '../../../refactorings/refused.ts';
import type { PythonModule } from '../syntax/pythonModule.ts';
import { importsOf, isRunWhenRead } from './imports.ts';
import { type ModuleNames, shownName } from './moduleNames.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  // Where the one imports the other, as people count.
  readonly line?: number;
}

// Throws when one of the new imports would close a cycle that was none before.
export async function checkCycles(added: readonly Edge[], names: ModuleNames, read: (uri: string) => Promise<PythonModule | undefined>): Promise<void> {
  const known = new Map<string, readonly string[]>();
  const importsBy = async (uri: string) => {
    const found = known.get(uri) ?? importedBy(await read(uri), names);
    known.set(uri, found);
    return found;
  };
  const reaches = async (from: string, to: string, more: readonly Edge[]) => {
    const seen = new Set([from]);
    for (const uri of seen) {
      if (uri === to) return true;
      const next = [...(await importsBy(uri)), ...more.filter((edge) => edge.from === uri).map((edge) => edge.to)];
      for (const other of next) seen.add(other);
    }
    return false;
  };
  // Of several imports of one package the first is reported.
  const distinct = new Map(added.toReversed().map((edge) => [`${edge.from} ${edge.to}`, edge]));
  for (const { from, to, line } of [...distinct.values()].toReversed()) {
    if (from === to || !(await reaches(to, from, added))) continue;
    const wasCycle = (await reaches(to, from, [])) && (await reaches(from, to, []));
    const who = `${line === undefined ? '' : `line ${line} of `}${shownName(from)}`;
    if (!wasCycle) throw new RefusedRefactoring(`${who} would import ${shownName(to)}, which imports ${shownName(from)}: a cycle.`);
  }
}

function importedBy(module: PythonModule | undefined, names: ModuleNames): readonly string[] {
  if (module === undefined) return [];
  return importsOf(module)
    .filter(isRunWhenRead)
    .flatMap(({ module: name, name: taken }) => {
      const inner =
        taken === undefined || taken === '*' ? undefined : names.find(module.snapshot.uri, name.endsWith('.') ? `${name}${taken}` : `${name}.${taken}`);
      const found = inner ?? names.find(module.snapshot.uri, name);
      return found === undefined ? [] : [found.uri];
    });
}
