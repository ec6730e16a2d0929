// How a person allows the like of a review for a while, accepts what waits already, takes it back, or writes it into the policy for always.
import { resolve } from 'node:path';
import { z } from 'zod';
import { nothingGranted } from '../../ide/errors/machineErrors.ts';
import { grantRefused, reviewOver } from '../../ide/errors/reviewErrors.ts';
import { howToTrust } from '../../ide/execution.ts';
import type { Project, Workbench } from '../../ide/ide.ts';
import { type GrantSuggestions, globsOf, wishFor } from '../../server/permission/grantSuggestions.ts';
import type { Grants } from '../../server/permission/grants.ts';
import { type Policy, permit } from '../../server/permission/permission.ts';
import type { Reviews } from '../../server/reviews/reviews.ts';
import type { Catalogue } from '../../tools/catalogue.ts';
import type { Tool } from '../../tools/tool.ts';
import type { DaemonAffairs } from '../daemonAffairs.ts';
import type { MethodsOf } from '../sources.ts';
import { grantRow } from '../topics/grants.ts';
import { idShape, method, pathShape } from './method.ts';

export interface GrantMethodsParts {
  readonly grants: Grants;
  readonly suggestions: GrantSuggestions;
  readonly reviews: Reviews;
  readonly workbench: Workbench;
  readonly catalogue: Catalogue;
  // What the person's policy says now.
  readonly policy: () => Policy;
  readonly written: DaemonAffairs['policy'];
  readonly decided: (what: string, session: string) => void;
}

const Scope = z.strictObject({ tool: idShape, glob: z.string().max(500), project: pathShape, connection: idShape.exactOptional() });
// In minutes, or until midnight.
const Wish = Scope.extend({ time: z.union([z.int(), z.literal('today')]) });
// Without `writes`, what would be written. The policy knows tools and projects, so there is no word for files or an agent: what is asked for is exactly what is written.
const Always = z.strictObject({ tool: idShape, project: pathShape, writes: z.boolean().default(false), basis: z.string().max(100).optional() });

export function grantMethods(parts: GrantMethodsParts): MethodsOf<'grant'> {
  const { grants, suggestions, reviews, written, decided } = parts;
  return {
    // The narrowest sentence for a review that waits or was just decided. isSuggested: the person has said yes to its like again and again.
    'grant.offer': method('grant.offer', z.strictObject({ id: idShape }), async ({ id }) => {
      const review = reviews.list().find((waiting) => waiting.id === id) ?? reviews.ended().find((over) => over.review.id === id)?.review;
      if (review === undefined) throw reviewOver(id);
      const suggested = suggestions.suggestedFor(review);
      const wish = suggested ?? wishFor(review);
      if (wish === undefined) return {};
      return { offer: { wish, globs: globsOf(review), matching: grants.matching(wish).length, isSuggested: suggested !== undefined } };
    }),
    'grant.give': method('grant.give', Wish, async (wish, { session }) => {
      const grant = grants.grant(wish);
      decided(`grant ${grant.id} was given: ${JSON.stringify(wish)}`, session);
      return { grant: grantRow(grant), matching: grants.matching(grant).length };
    }),
    'grant.accept': method('grant.accept', z.strictObject({ id: idShape }), async ({ id }, { session }) => {
      const accepted = grants.acceptMatching(numberOf(grants, id));
      decided(`grant ${id} accepted ${accepted} reviews that waited`, session);
      return { accepted };
    }),
    'grant.revoke': method('grant.revoke', z.strictObject({ id: idShape }), async ({ id }, { session }) => {
      grants.revoke(numberOf(grants, id));
      decided(`grant ${id} was revoked`, session);
      return {};
    }),
    'grant.always': method('grant.always', Always, async ({ tool: name, project: path, writes, basis }, { session }) => {
      const { tool, project } = meant(parts, name, path);
      mustTakeEffect(parts, tool, project);
      const change = written.write([{ kind: 'tools', name, verdict: 'allow', project: path }], { isPreview: !writes, basis });
      if (change.isWritten) decided(`${name} was allowed in ${path} for always`, session);
      return { ...change, allows: `${name} in all files by every agent in ${project.name}, always, also where it cannot be undone` };
    }),
  };
}

function meant({ catalogue, workbench }: GrantMethodsParts, name: string, path: string): { readonly tool: Tool; readonly project: Project } {
  const tool = catalogue.find(name);
  const project = workbench.projects().find((open) => open.path === path);
  if (tool === undefined) throw grantRefused(`there is no tool ${name}`);
  if (project === undefined) throw grantRefused(`no open project has the path ${path}`);
  if (!project.trusted) throw grantRefused(`nobody has trusted ${path}; a person can: ${howToTrust(project)}`);
  return { tool, project };
}

// Throws not_permitted where it is denied: always turns ask into allow, as every grant does. A rule that something else makes void is not written.
function mustTakeEffect({ policy }: GrantMethodsParts, tool: Tool, project: Project): void {
  const now = policy();
  permit(tool, project, now);
  const { effects = {}, tools = {}, ...rules } = now.projects?.[resolve(project.path)] ?? {};
  const after: Policy = { ...now, projects: { ...now.projects, [resolve(project.path)]: { ...rules, effects, tools: { ...tools, [tool.name]: 'allow' } } } };
  if (permit(tool, project, after) === 'ask')
    throw grantRefused(`such a rule would change nothing: the file of the project, a rule for a folder around it or the setting confirmWriteOperations asks`);
}

function numberOf(grants: Grants, id: string): number {
  const all = grants.list();
  const found = all.find((grant) => String(grant.id) === id);
  if (found !== undefined) return found.id;
  throw nothingGranted(
    id,
    all.map((grant) => String(grant.id)),
  );
}
