// The open projects as topics follow them: each from the moment in which it is opened until it is closed, or opened anew.
import type { Ide, Workbench } from '../../ide/ide.ts';
import { together } from './followed.ts';

export function openIdes(workbench: Workbench): readonly Ide[] {
  return workbench.projects().flatMap(({ path }) => workbench.ide(path) ?? []);
}

// onProjects: called after the projects are followed that came, and those are not any more that went.
export function followProjects(workbench: Workbench, follow: (ide: Ide) => Disposable, onProjects: () => void): Disposable {
  const followed = new Map<Ide, Disposable>();
  const look = () => {
    const open = new Set(openIdes(workbench));
    for (const [ide, following] of followed) {
      if (open.has(ide)) continue;
      following[Symbol.dispose]();
      followed.delete(ide);
    }
    for (const ide of open) if (!followed.has(ide)) followed.set(ide, follow(ide));
  };
  look();
  const listening = workbench.onProjects(() => {
    look();
    onProjects();
  });
  return {
    [Symbol.dispose]() {
      listening[Symbol.dispose]();
      together([...followed.values()])[Symbol.dispose]();
      followed.clear();
    },
  };
}
