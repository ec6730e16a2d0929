// An agent asks whether it may: the policy answers where it can, as for a call of our own tool of that kind, and else a person does.
import type { PermissionOption, RequestPermissionRequest, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk';
import { isRecord } from '../../base/isRecord.ts';
import { redactedText } from '../../base/text/redaction.ts';
import { acceptedFiles, type Decision, editFor, isWhole, type ReviewProposal } from '../../ide/doors/reviews.ts';
import { IdeError } from '../../ide/errors/errors.ts';
import { inWords as remarksInWords } from '../../ide/errors/reviewErrors.ts';
import type { Ide } from '../../ide/ide.ts';
import type { ServerParts } from '../../server/call/callTool.ts';
import { authorOf, type Client } from '../../server/clients/client.ts';
import { judgeCommands } from '../../server/permission/commandPermission.ts';
import { permit, whyUnnamed } from '../../server/permission/permission.ts';
import { stricter, type Verdict } from '../../server/permission/rules.ts';
import { proposedFiles } from './proposedFiles.ts';
import { writtenDiff } from './writtenDiff.ts';

export interface PermissionParts {
  readonly parts: ServerParts;
  readonly ide: Ide;
  readonly client: Client;
  // What was answered, for the transcript.
  answered(text: string): void;
  // What the agent must hear, for which its protocol has no answer. goesOn: the person wants it to go on with that at once.
  tell(text: string, goesOn: boolean): void;
}

// The tool of ours whose rules decide. What is not here is asked.
const LIKE: Readonly<Partial<Record<ToolKind, string>>> = {
  read: 'read_file',
  search: 'search_text',
  think: 'read_file',
  edit: 'edit_file',
  delete: 'edit_file',
  move: 'edit_file',
  execute: 'run_command',
  fetch: 'http_request',
};
// What our own tools would ask for whatever the policy says: nobody knows what it deletes or sends.
const ALWAYS_SEEN: readonly ToolKind[] = ['delete', 'fetch'];

export async function permissionOf(request: RequestPermissionRequest, of: PermissionParts, signal: AbortSignal): Promise<RequestPermissionResponse> {
  const { options } = request;
  const title = redactedText(request.toolCall.title ?? request.toolCall.name ?? 'a tool').slice(0, LONGEST_TITLE);
  try {
    const { files, whys } = await proposedFiles(request.toolCall, of.ide, of.parts.protectedFiles ?? [], signal);
    const { verdict, why } = await verdictOf(request, of);
    if (verdict === 'allow' && whys.length === 0) {
      of.answered(`${title}: allowed by the policy`);
      return chosen(options, 'allow');
    }
    const reasons = [why, ...whys].filter(Boolean).join('; ');
    const proposal: ReviewProposal = {
      asks: 'permission',
      tool: `agent_${request.toolCall.kind ?? 'other'}`,
      title: reasons === '' ? title : `${title}: ${reasons}`,
      files,
      ...(reasons !== '' && { why: reasons }),
      ...(files.length === 0 && { parameters: request.toolCall.rawInput ?? { title } }),
    };
    const { decision } = await of.parts.reviews.ask(questionOf(request, proposal, of), signal, () => {});
    const whole = decision.decision === 'accept' && isWhole(proposal, decision);
    of.answered(`${title}: ${inWords(decision)}${decision.decision === 'accept' && !whole ? ', in part' : ''}`);
    if (whole) return chosen(options, 'allow');
    await tellRest(title, proposal, decision, of, signal);
    return chosen(options, 'reject');
  } catch (error) {
    if (!(error instanceof IdeError)) throw error;
    of.answered(`${title}: ${error.message}`);
    return error.code === 'cancelled' ? { outcome: { outcome: 'cancelled' } } : chosen(options, 'reject');
  }
}

const LONGEST_TITLE = 500;

// Throws not_permitted where the policy denies it.
async function verdictOf(request: RequestPermissionRequest, of: PermissionParts): Promise<{ readonly verdict: Verdict; readonly why?: string }> {
  let judged: { verdict: Verdict; why?: string } = { verdict: 'allow' };
  for (const kind of kindsOf(request.toolCall)) {
    const next = await verdictOfKind(kind, request, of);
    if (stricter(judged.verdict, next.verdict) !== judged.verdict) judged = next;
  }
  return judged;
}

// What it calls itself, and what it shows that it is: the strictest of these decides.
function kindsOf({ kind, content, rawInput }: RequestPermissionRequest['toolCall']): ReadonlySet<ToolKind> {
  return new Set<ToolKind>([
    kind ?? 'other',
    ...(content?.some(({ type }) => type === 'diff') === true ? ['edit' as const] : []),
    ...(commandIn(rawInput) === undefined ? [] : ['execute' as const]),
  ]);
}

async function verdictOfKind(kind: ToolKind, { toolCall }: RequestPermissionRequest, { parts, ide }: PermissionParts) {
  const { project } = ide;
  const tool = LIKE[kind] === undefined ? undefined : parts.catalogue.find(LIKE[kind]);
  if (tool === undefined) return { verdict: 'ask' as const };
  const policy = parts.policy();
  const verdict = permit(tool, project, policy, ALWAYS_SEEN.includes(kind));
  if (whyUnnamed(tool, project, policy) !== undefined && tool.effect !== 'reads') return { verdict: 'ask' as const };
  if (kind !== 'execute') return { verdict };
  // As run_command would be judged with that line; what cannot be read is asked.
  const command = commandIn(toolCall.rawInput);
  return command === undefined ? { verdict: 'ask' as const } : judgeCommands([{ command, ...folderIn(toolCall.rawInput) }], project, policy, verdict);
}

// As Claude, opencode and Copilot give it: a line; as Codex does: words.
function commandIn(input: unknown): { readonly line: string } | { readonly words: readonly string[] } | undefined {
  if (!isRecord(input)) return undefined;
  const { command } = input;
  if (typeof command === 'string' && command.trim() !== '') return { line: command };
  const words = Array.isArray(command) ? command.filter((word) => typeof word === 'string') : [];
  return words.length > 0 && Array.isArray(command) && words.length === command.length ? { words } : undefined;
}

function folderIn(input: unknown): { readonly folder?: string } {
  if (!isRecord(input)) return {};
  const folder = [input['cwd'], input['workdir'], input['directory']].find((each) => typeof each === 'string');
  return typeof folder === 'string' ? { folder } : {};
}

function questionOf(request: RequestPermissionRequest, proposal: ReviewProposal, { client, ide }: PermissionParts) {
  return {
    proposal,
    author: authorOf(client),
    owner: client.id,
    connection: client.id,
    project: ide.project,
    environment: client.environment,
    // The agent waits for as long as its person does.
    lasts: true,
    call: `${request.sessionId} ${request.toolCall.toolCallId}`,
  };
}

// Its protocol knows yes and no. What a person took of it is written here and the agent hears what it was; what they wrote it hears too.
async function tellRest(title: string, proposal: ReviewProposal, decision: Decision, of: PermissionParts, signal: AbortSignal): Promise<void> {
  if (decision.decision === 'none') return;
  const remarks = remarksInWords(decision).replace(/^\.$/, '');
  if (decision.decision !== 'accept') {
    if (remarks !== '')
      of.tell(`A person ${decision.decision === 'sendBack' ? 'sent back' : 'rejected'} "${title}"${remarks}`, decision.decision === 'sendBack');
    return;
  }
  const { changes } = of.ide;
  const accepted = acceptedFiles(proposal, decision);
  const plan = await changes?.plan(editFor(accepted), signal);
  const isAsReviewed = plan?.files.every((file) =>
    accepted.some(({ uri, before }) => uri === file.uri && JSON.stringify(before) === JSON.stringify(file.before)),
  );
  if (changes === undefined || plan === undefined || plan.files.length === 0 || isAsReviewed !== true) {
    of.tell(
      `A person accepted only a part of "${title}", which could not be written: the files are others meanwhile. Nothing of it was written.${remarks}`,
      true,
    );
    return;
  }
  const change = await changes.apply(plan, { author: authorOf(of.client), tool: 'agent_edit', title, connection: of.client.id }, signal);
  of.answered(`${title}: the accepted part is change ${change.id}`);
  of.tell(
    `A person accepted only a part of "${title}". It is written already, and nothing else of it; read the files before you edit them again:\n${writtenDiff(of.ide, plan.files)}${remarks}`,
    true,
  );
}

// Once, never for ever: what is allowed for longer is a grant or the policy, which the person sees in one place.
function chosen(options: readonly PermissionOption[], wanted: 'allow' | 'reject'): RequestPermissionResponse {
  const option =
    options.find(({ kind }) => kind === `${wanted}_once`) ?? (wanted === 'reject' ? options.find(({ kind }) => kind === 'reject_always') : undefined);
  return { outcome: option === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: option.optionId } };
}

function inWords(decision: Decision): string {
  if (decision.decision === 'none') return `not allowed, ${decision.why}`;
  const note = decision.note === undefined ? '' : ` (${decision.note})`;
  return `${decision.decision === 'accept' ? 'accepted' : decision.decision === 'sendBack' ? 'sent back' : 'rejected'} in ${decision.by}${note}`;
}
