// What a window shows and asks, over scripted projects: topics as a socket follows them, methods as a page asks them.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HeardLog } from '../../src/base/log.ts';
import { openLogFile } from '../../src/daemon/life/logFile.ts';
import { windowAffairs } from '../../src/daemon/windowAffairs.ts';
import { type Dashboard, type DashboardParts, dashboardOf } from '../../src/dashboard/dashboard.ts';
import type { Row, RowTopic } from '../../src/dashboard/protocol/rows.ts';
import { openScriptedIde, type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import type { ScriptedBehaviour } from '../../src/hosts/scripted/scriptedLanguages.ts';
import type { Authorship } from '../../src/ide/doors/changes.ts';
import { IdeError } from '../../src/ide/errors/errors.ts';
import { Connections } from '../../src/server/clients/connections.ts';
import { Holds } from '../../src/server/clients/holds.ts';
import { History } from '../../src/server/history/journal.ts';
import { GrantSuggestions } from '../../src/server/permission/grantSuggestions.ts';
import { Grants } from '../../src/server/permission/grants.ts';
import { defaultPolicy, type Policy } from '../../src/server/permission/permission.ts';
import { Reviews } from '../../src/server/reviews/reviews.ts';
import { allTools, Catalogue, families } from '../../src/tools/catalogue.ts';

export const signal = new AbortController().signal;
export const claude: Authorship = { author: 'claude 2.1', tool: 'edit_file', title: 'edit' };

export class ScriptedDashboard implements Disposable {
  readonly state = mkdtempSync(join(tmpdir(), 'binnacle-window-'));
  // Of the person's own files.
  readonly configuration = join(this.state, 'configuration');
  readonly ide: ScriptedIde;
  readonly workbench: ScriptedWorkbench;
  readonly history: History;
  readonly connections = new Connections();
  readonly holds = new Holds(this.connections);
  readonly reviews = new Reviews();
  readonly catalogue = new Catalogue(allTools, families);
  readonly policy: Policy;
  readonly decisions: DashboardParts['decisions'];
  readonly logged: string[] = [];
  // Tools that were called in the person's name.
  readonly called: { readonly tool: string; readonly arguments: Readonly<Record<string, unknown>>; readonly project: string }[] = [];
  readonly dashboard: Dashboard;
  // The daemon's own.
  readonly log = new HeardLog(openLogFile(this.state));

  constructor(source: string, script: ScriptedBehaviour = {}, more: Partial<DashboardParts> = {}, policy: Policy = defaultPolicy) {
    this.policy = policy;
    this.ide = openScriptedIde(source, script);
    this.workbench = new ScriptedWorkbench([this.ide]);
    this.history = new History({ folder: join(this.state, 'history'), onFailure: () => {} });
    const { connections, reviews, catalogue } = this;
    const grants = new Grants({ connections, reviews, catalogue, projects: () => this.workbench.projects() });
    this.decisions = { grants, grantSuggestions: new GrantSuggestions(reviews) };
    this.dashboard = this.again(more);
  }

  // As after a restart of the daemon.
  again(more: Partial<DashboardParts> = {}): Dashboard {
    const write = (text: string) => void this.logged.push(text);
    const { state } = this;
    return dashboardOf({
      server: { workbench: this.workbench, catalogue: this.catalogue, policy: () => this.policy, reviews: this.reviews },
      history: this.history,
      connections: this.connections,
      holds: this.holds,
      decisions: this.decisions,
      state: this.state,
      log: { info: write, warn: write, error: write },
      affairs: windowAffairs({
        state,
        configuration: this.configuration,
        workbench: { raiseTrust: async () => void this.logged.push('trust was raised') },
        logEvents: this.log,
        instance: () => undefined,
        connections: () => this.connections.list().length,
        executable: '/nowhere/binnacle.cjs',
        close: async (why) => void this.logged.push(`closed: ${why}`),
      }),
      ...more,
    });
  }

  rows(topic: RowTopic): Promise<readonly Row[]> {
    return sourceOf(this.dashboard, topic).rows(signal);
  }

  // What a socket would send, until it is disposed of.
  follow(topic: RowTopic): FollowedTopic {
    return new FollowedTopic(this.dashboard, topic);
  }

  async ask(method: keyof Dashboard['methods'], params?: unknown): Promise<unknown> {
    const call = async (tool: string, input: Readonly<Record<string, unknown>>, project: string) => void this.called.push({ tool, arguments: input, project });
    return this.dashboard.methods[method](params, { session: 'w1', chain: 'zsh', signal, call });
  }

  // The error; an answer fails the test.
  async refusal(
    method: keyof Dashboard['methods'],
    params?: unknown,
  ): Promise<{ code: string; message: string; next: string; details: Readonly<Record<string, unknown>> }> {
    const answer = await this.ask(method, params).catch((error: unknown) => {
      if (error instanceof IdeError) return error;
      throw error;
    });
    if (!(answer instanceof IdeError)) throw new Error(`${method} answered ${JSON.stringify(answer)}`);
    const { code, message, next, details } = answer;
    return { code, message, next, details };
  }

  // A change of an agent: this file holds that text then.
  async write(path: string, text: string, by: Authorship = claude, ide = this.ide): Promise<string> {
    const plan = await ide.changes.plan({ operations: [{ kind: 'create', uri: `${ide.project.uri}/${path}`, text, ifExists: 'overwrite' }] }, signal);
    return (await ide.changes.apply(plan, by, signal)).id;
  }

  [Symbol.dispose](): void {
    rmSync(this.state, { recursive: true, force: true, maxRetries: 5 });
  }
}

export class FollowedTopic implements Disposable {
  readonly reported: Row[] = [];
  readonly removed: string[] = [];
  restarts = 0;
  readonly #following: Disposable;
  #heard: () => void = () => {};

  constructor(dashboard: Dashboard, topic: RowTopic) {
    this.#following = sourceOf(dashboard, topic).onChange((change) => {
      if (change.kind === 'all') this.restarts += 1;
      else {
        this.reported.push(...change.rows);
        this.removed.push(...(change.removed ?? []));
      }
      this.#heard();
    });
  }

  // Resolves as soon as this is so.
  async until(isSo: (topic: this) => boolean): Promise<void> {
    while (!isSo(this))
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
  }

  [Symbol.dispose](): void {
    this.#following[Symbol.dispose]();
  }
}

function sourceOf({ sources }: Dashboard, topic: RowTopic) {
  const source = sources.find((each) => each.topic === topic);
  if (source === undefined) throw new Error(`there is no topic ${topic}`);
  return source;
}
