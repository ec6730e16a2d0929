// Changes a setting: of the project in its own file, of the person where this host keeps them. What could run, reach or permit something is a person's to allow.
import { z } from 'zod';
import { type PersonSettings, type SettingScope, WORKSPACE_SETTINGS } from '../../ide/doors/settings.ts';
import { settingNotReachable, settingRefused } from '../../ide/errors/settingErrors.ts';
import { isOwnSetting, isPolicySetting, whySettingAsks } from '../../ide/harmlessSettings.ts';
import { defineTool, type ProjectContext } from '../tool.ts';
import { type ChangeOutput, carryOut, changeInput, changeOutput, tellChange } from '../words/change.ts';
import { observed } from '../words/observed.ts';
import { keyInput, settingOperation } from './words/settingKey.ts';

type Context = ProjectContext<'settings' | 'changes'>;

export const setSetting = defineTool({
  name: 'set_setting',
  title: 'Set setting',
  description:
    'Change a setting of VS Code for this project (undoable) or for the user, or one of Binnacle (binnacle.…). What could run something asks a person.',
  effect: 'edits',
  hints: { idempotent: { is: true, because: 'the same value again changes nothing' } },
  hidden: true,
  needs: ['settings', 'changes'],
  input: z.strictObject({
    key: keyInput,
    value: z.unknown().optional().describe('JSON; left out: as usual again.'),
    scope: z.enum(['workspace', 'user']).default('workspace').describe("user: in every project. Binnacle's are the user's."),
    preview: changeInput.preview,
  }),
  output: z.object({ key: z.string(), scope: z.enum(['workspace', 'user']), ...changeOutput }),
  // Of a file that is changed, the change itself is looked at; of all others there is only this call.
  writesElsewhere: ({ scope, preview }, { ide }) => !preview && !isInFile(ide.settings, scope),
  asksFirst({ key, value, scope, preview }, { ide }) {
    // Nobody is asked about what is refused anyway.
    if (preview || isInFile(ide.settings, scope) || isPolicySetting(key) || isUsersAlone(key, scope)) return undefined;
    const why = whySettingAsks(key, value);
    return ide.project.trusted ? why : (why ?? `nobody has trusted ${ide.project.path}`);
  },
  caption: ({ key, value }) => (value === undefined ? key : `${key} = ${JSON.stringify(value)}`),
  async run(context, { key, value, scope, preview }) {
    if (isPolicySetting(key)) throw settingNotReachable(key);
    if (isUsersAlone(key, scope)) throw settingRefused(key, scope, "Binnacle's settings are the person's, so the scope is user");
    const done = isInFile(context.ide.settings, scope) ? await inFile(context, key, value, preview) : await elsewhere(context, { key, value, scope, preview });
    return { key, scope, ...done };
  },
  *tell(value) {
    for (const text of tellChange(value)) yield `${value.key} (${value.scope}): ${text}`;
  },
});

function isUsersAlone(key: string, scope: SettingScope): boolean {
  return scope === 'workspace' && isOwnSetting(key);
}

function isInFile({ inFile }: PersonSettings, scope: SettingScope): boolean {
  return inFile && scope === 'workspace';
}

async function inFile(context: Context, key: string, value: unknown, preview: boolean): Promise<ChangeOutput> {
  const operation = await settingOperation(context, key, value);
  if (operation === undefined) return nothingWritten(context, `${WORKSPACE_SETTINGS} says so already.`);
  const title = value === undefined ? `unset ${key}` : `set ${key}`;
  return carryOut(context, { operations: [operation] }, { tool: 'set_setting', title, preview, verify: 'report' });
}

// What the editor writes of it into the project is in the history too.
async function elsewhere(
  context: Context,
  { key, value, scope, preview }: { readonly key: string; readonly value: unknown; readonly scope: SettingScope; readonly preview: boolean },
): Promise<ChangeOutput> {
  const { ide, signal } = context;
  const now = (await ide.settings.read(key, signal))[scope];
  const becomes = `${shown(now)} becomes ${shown(value)}`;
  if (preview) return nothingWritten(context, `${becomes}.`);
  const write = () => ide.settings.write(key, scope, value, signal);
  if (scope === 'user') {
    await write();
    return {
      ...nothingWritten(context, `${becomes}. It is no change of a file of the project, so undo does not take it back: set it to what it was.`),
      applied: true,
    };
  }
  const { outcome } = await observed(context, { tool: 'set_setting', title: value === undefined ? `unset ${key}` : `set ${key}` }, write);
  const done = { ...nothingWritten(context, `${becomes}.`), applied: true };
  return outcome.change === undefined ? done : { ...done, changeId: outcome.change.id };
}

function shown(value: unknown): string {
  return value === undefined ? 'what was not set' : JSON.stringify(value);
}

function nothingWritten({ ide }: Context, note: string): ChangeOutput {
  return { applied: false, root: ide.project.path, files: [], edits: 0, newErrors: [], fixedErrors: [], notes: [note] };
}
