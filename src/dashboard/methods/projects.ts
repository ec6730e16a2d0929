// How a person opens and trusts projects.
import { z } from 'zod';
import type { Workbench } from '../../ide/ide.ts';
import type { DaemonAffairs } from '../daemonAffairs.ts';
import type { MethodsOf } from '../sources.ts';
import { method, pathShape } from './method.ts';

export interface ProjectMethodsParts {
  readonly workbench: Workbench;
  readonly affairs: Pick<DaemonAffairs, 'trust' | 'distrust'>;
  readonly decided: (what: string, session: string) => void;
}

export function projectMethods({ workbench, affairs, decided }: ProjectMethodsParts): MethodsOf<'project'> {
  return {
    // What is open is opened anew with its trust; what is not stays closed.
    'project.trust': method('project.trust', z.strictObject({ path: pathShape, remove: z.boolean().default(false) }), async ({ path, remove }, { session }) => {
      const root = remove ? await affairs.distrust(path) : await affairs.trust(path);
      decided(`${root} is ${remove ? 'not trusted any more' : 'trusted'}`, session);
      return { path: root, isTrusted: !remove, ...(remove && { note: 'Daemons that have it open keep their trust until they end.' }) };
    }),
    // Trusted only where it was before: that is said by itself.
    'project.open': method('project.open', z.strictObject({ path: pathShape }), async ({ path }) => {
      const { project } = await workbench.open(path, { trusted: false });
      return { path: project.path, name: project.name, isTrusted: project.trusted };
    }),
  };
}
