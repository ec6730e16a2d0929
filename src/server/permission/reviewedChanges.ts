// The door to changing files, with a person in it: nothing is written that needs an approval and has none, and of a plan only what was approved.
import { pathOf } from '../../base/files/fileUri.ts';
import type { Authorship, ChangePlan, ChangeSet, Changes, PlannedFile } from '../../ide/doors/changes.ts';
import { acceptedFiles, type Decide, editFor, isWhole, type ReviewProposal } from '../../ide/doors/reviews.ts';
import { changedMeanwhile } from '../../ide/errors/errors.ts';
import { rejectedByPerson } from '../../ide/errors/reviewErrors.ts';
import type { Project } from '../../ide/ide.ts';
import { fileOf } from '../../tools/words/place.ts';
import { permittedBy } from './askFirst.ts';
import type { CallGrant } from './callGrant.ts';
import { whyForPeople } from './protectedFiles.ts';
import { whySettingsForPeople } from './protectedSettings.ts';

export interface ChangesReview {
  readonly project: Project;
  // Absolute paths.
  readonly protectedFiles: readonly string[];
  // The policy wants every edit of this tool to be seen.
  readonly always: boolean;
  // Why every edit must be seen, whatever the policy says of the tool.
  readonly why?: string | undefined;
  // Said to whoever reviews: a person holds the agent.
  readonly held?: string | undefined;
  // What a person has granted, where only the policy wants it to be seen.
  readonly grant?: CallGrant | undefined;
  readonly decide: Decide;
  // What has been written, whatever then becomes of the call.
  readonly written?: (change: ChangeSet) => void;
}

export class ReviewedChanges implements Changes {
  readonly #changes: Changes;
  readonly #review: ChangesReview;
  // What was written in this call may be taken back in it.
  readonly #own = new Set<string>();

  constructor(changes: Changes, review: ChangesReview) {
    this.#changes = changes;
    this.#review = review;
  }

  readonly plan: Changes['plan'] = (edit, signal) => this.#changes.plan(edit, signal);
  readonly planUndo: Changes['planUndo'] = (id, signal, hunks) => this.#changes.planUndo(id, signal, hunks);
  readonly planUndoUntil: Changes['planUndoUntil'] = (until, signal) => this.#changes.planUndoUntil(until, signal);
  readonly list: Changes['list'] = (signal) => this.#changes.list(signal);
  readonly read: Changes['read'] = (id, signal) => this.#changes.read(id, signal);
  readonly keepEvidence: Changes['keepEvidence'] = (id, evidence) => this.#changes.keepEvidence(id, evidence);
  readonly onChange: Changes['onChange'] = (listener) => this.#changes.onChange(listener);
  // What a process does is permitted before it runs.
  readonly observe: Changes['observe'] = (authorship, signal) => this.#changes.observe(byGrant(authorship, this.#review.grant?.passed), signal);

  async apply(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    const change = await this.#applied(plan, authorship, signal);
    this.#own.add(change.id);
    if (authorship.refuses !== true) this.#review.written?.(change);
    return change;
  }

  async #applied(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    if (!this.#needsReview(plan)) return this.#changes.apply(plan, byGrant(authorship, this.#review.grant?.passed), signal);
    const { paths } = this.#grantable(plan) ?? {};
    const grant = paths === undefined ? undefined : this.#review.grant?.find(paths);
    if (grant === undefined) return this.#applyReviewed(plan, authorship, signal);
    this.#review.grant?.pass(grant);
    return this.#changes.apply(plan, byGrant(authorship, grant), signal);
  }

  // Files of people, what nobody trusts and whoever is held are never granted.
  #grantable({ files }: ChangePlan): { readonly paths: readonly string[] } | undefined {
    if (this.#why(files) !== undefined || this.#review.grant?.isPossible !== true) return undefined;
    return { paths: [...new Set(files.flatMap(({ uri, movedFrom = uri }) => [uri, movedFrom]))].map(pathOf) };
  }

  #needsReview({ files, undoes }: ChangePlan): boolean {
    if (files.length === 0 || (undoes !== undefined && this.#own.has(undoes))) return false;
    return this.#review.always || this.#why(files) !== undefined;
  }

  #why(files: readonly PlannedFile[]): string | undefined {
    for (const { uri, movedFrom = uri } of files)
      for (const place of new Set([uri, movedFrom])) {
        const why = whyForPeople(pathOf(place), this.#review.protectedFiles);
        if (why !== undefined) return why;
      }
    return whySettingsForPeople(files) ?? this.#review.why;
  }

  async #applyReviewed(plan: ChangePlan, authorship: Authorship, signal: AbortSignal): Promise<ChangeSet> {
    const { tool, title } = authorship;
    const shown = this.#review.held === undefined ? title : `${title}: ${this.#review.held}`;
    const why = this.#why(plan.files);
    const proposal: ReviewProposal = {
      asks: 'permission',
      tool,
      title: shown,
      why,
      files: plan.files,
      undoes: takenBack(plan),
      grantable: this.#grantable(plan),
    };
    const answer = permittedBy(this.#review.decide(proposal), tool);
    if (isWhole(proposal, answer))
      return { ...(await this.#changes.apply(plan, byGrant(authorship, answer.grant), signal)), review: { by: answer.by, changed: false } };
    const accepted = acceptedFiles(proposal, answer);
    const smaller = await this.#changes.plan(editFor(accepted), signal);
    if (smaller.files.length === 0) throw rejectedByPerson(tool, answer.by, { note: 'the answer left nothing of it' });
    const stale = smaller.files.filter((file) => !accepted.some((reviewed) => isSameBefore(reviewed, file)));
    if (stale.length > 0) throw changedMeanwhile(stale.map(({ uri }) => fileOf(this.#review.project, uri)));
    return { ...(await this.#changes.apply(smaller, authorship, signal)), review: { by: answer.by, changed: true } };
  }
}

function byGrant(authorship: Authorship, grant: number | undefined): Authorship {
  return grant === undefined ? authorship : { ...authorship, grant };
}

function isSameBefore(reviewed: PlannedFile, planned: PlannedFile): boolean {
  return reviewed.uri === planned.uri && JSON.stringify(reviewed.before) === JSON.stringify(planned.before);
}

function takenBack({ undoes, undoesPart, undoesAll }: ChangePlan): string | undefined {
  return undoes ?? undoesPart?.id ?? undoesAll?.[0];
}
