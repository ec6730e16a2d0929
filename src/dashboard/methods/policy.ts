// What a person reads and writes of the policy: their own rules, and what the files of projects add to them.
import { z } from 'zod';
import { unknownTool } from '../../ide/errors/errors.ts';
import type { Workbench } from '../../ide/ide.ts';
import { projectSettings } from '../../server/permission/projectSettings.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { DaemonAffairs } from '../daemonAffairs.ts';
import type { ProjectRules } from '../protocol/shownPolicy.ts';
import type { MethodsOf } from '../sources.ts';
import { method, nothing, pathShape } from './method.ts';

const MOST_EDITS = 100;
const LONGEST_NAME = 500;
const Verdict = z.enum(['allow', 'ask', 'deny']);

// One rule: without a project it holds everywhere. Undefined takes it away.
const Edit = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('effects'),
    name: z.enum(['reads', 'edits', 'runs', 'controls']),
    verdict: Verdict.optional(),
    project: pathShape.optional(),
  }),
  z.strictObject({
    kind: z.enum(['tools', 'commands', 'hosts']),
    name: z.string().trim().min(1).max(LONGEST_NAME),
    verdict: Verdict.optional(),
    project: pathShape.optional(),
  }),
]);

const Write = z.strictObject({
  edits: z.array(Edit).min(1).max(MOST_EDITS),
  // Shows what would be written.
  preview: z.boolean().default(false),
  // Of an answer to read or to a preview: where the file is another since, nothing is written.
  basis: z.string().max(100).optional(),
});

export interface PolicyMethodsParts {
  readonly policy: DaemonAffairs['policy'];
  readonly workbench: Workbench;
  readonly catalogue: Catalogue;
  readonly decided: (what: string, session: string) => void;
}

export function policyMethods({ policy, workbench, catalogue, decided }: PolicyMethodsParts): MethodsOf<'policy'> {
  return {
    'policy.read': method('policy.read', nothing, async () => ({ ...policy.read(), ofProjects: workbench.projects().flatMap(({ path }) => ofProject(path)) })),
    'policy.write': method('policy.write', Write, async ({ edits, preview, basis }, { session }) => {
      // A rule for a tool that nobody has would do nothing, and nobody would notice.
      const unknown = edits.find(({ kind, name, verdict }) => kind === 'tools' && verdict !== undefined && catalogue.find(name) === undefined);
      if (unknown !== undefined) throw unknownTool(unknown.name, catalogue.namesLike(unknown.name));
      const written = policy.write(edits, { isPreview: preview, basis });
      if (written.isWritten)
        decided(
          `the policy was changed: ${edits.map(({ kind, name, verdict, project }) => `${kind} ${name} ${verdict ?? 'removed'}${project === undefined ? '' : ` in ${project}`}`).join('; ')}`,
          session,
        );
      return written;
    }),
  };
}

// What its own file adds, which can only be stricter.
function ofProject(path: string): readonly ProjectRules[] {
  const { policy, problem } = projectSettings(path);
  if (problem !== undefined) return [{ project: path, problem: { message: problem.message, next: problem.next } }];
  return policy === undefined ? [] : [{ project: path, rules: policy }];
}
