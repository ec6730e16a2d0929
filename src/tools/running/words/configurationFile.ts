// The files in which people write run configurations, edited without touching what else stands in them: comments, order and indentation stay.
import { applyEdits, type FormattingOptions, findNodeAtLocation, getNodeValue, modify, type ParseError, parse, parseTree } from 'jsonc-parser';
import { closest } from '../../../base/text/closest.ts';
import { configurationInvalid, configurationNotFound } from '../../../ide/errors/debugErrors.ts';
import { IdeError } from '../../../ide/errors/errors.ts';
import { configurationExists, configurationNotEditable } from '../../../ide/errors/runErrors.ts';
import { editsBetween, type FileOperation } from '../../../ide/workspaceEdit.ts';
import type { ProjectContext } from '../../tool.ts';

export type ConfigurationSettings = Readonly<Record<string, unknown>>;

interface Kind {
  readonly file: string;
  readonly list: 'configurations' | 'tasks';
  // Under which its name stands.
  readonly key: 'name' | 'label';
  readonly empty: string;
}

const LAUNCH: Kind = { file: '.vscode/launch.json', list: 'configurations', key: 'name', empty: '{\n  "version": "0.2.0",\n  "configurations": []\n}\n' };
const TASKS: Kind = { file: '.vscode/tasks.json', list: 'tasks', key: 'label', empty: '{\n  "version": "2.0.0",\n  "tasks": []\n}\n' };
const TASK_TYPES = ['shell', 'process', 'npm'];
const TASK = /^task: /;

export interface ConfigurationEdit {
  // What list_run_configurations calls it.
  readonly name: string;
  readonly file: string;
  readonly operation: FileOperation;
}

// A new entry at the end. Throws configuration_exists or configuration_invalid.
export async function created(context: ProjectContext, name: string, settings: ConfigurationSettings): Promise<ConfigurationEdit> {
  const isTask = 'command' in settings || 'script' in settings || TASK_TYPES.includes(String(settings['type']));
  const kind = isTask && settings['type'] !== 'node-terminal' ? TASKS : LAUNCH;
  if (kind === LAUNCH && typeof settings['type'] !== 'string')
    throw configurationInvalid(name, 'settings need a type of launch.json (node, debugpy, go, lldb) with request and program, or a command');
  const own = name.replace(kind === TASKS ? TASK : /^$/, '');
  const text = await textOf(context, kind);
  if (entriesOf(text ?? kind.empty, kind).some((entry) => entry[kind.key] === own)) throw configurationExists(name, kind.file);
  const entry = kind === TASKS ? { label: own, type: 'shell', ...settings } : { name: own, request: 'launch', ...settings };
  return edited(context, kind, text, kind === TASKS ? `task: ${own}` : own, (before, formatting) => withEntry(before, kind.list, entry, formatting));
}

export interface Change {
  // Null takes a setting away.
  readonly settings: ConfigurationSettings;
  readonly newName: string | undefined;
}

// Throws configuration_not_found, configuration_not_editable or configuration_exists.
export async function changed(context: ProjectContext<'running'>, name: string, { settings, newName }: Change): Promise<ConfigurationEdit> {
  const { kind, own, index, list, text } = await found(context, name);
  const wanted = newName?.replace(kind === TASKS ? TASK : /^$/, '');
  if (wanted !== undefined && wanted !== own && entriesOf(text, kind).some((entry) => entry[kind.key] === wanted)) throw configurationExists(wanted, kind.file);
  const values = Object.entries({ ...settings, ...(wanted !== undefined && { [kind.key]: wanted }) });
  const shownName = wanted ?? own;
  return edited(context, kind, text, kind === TASKS ? `task: ${shownName}` : shownName, (before, formatting) =>
    values.reduce((now, [key, value]) => changedText(now, [list, index, key], value === null ? undefined : value, { formatting }), before),
  );
}

export async function removed(context: ProjectContext<'running'>, name: string): Promise<ConfigurationEdit> {
  const { kind, index, list, text } = await found(context, name);
  return edited(context, kind, text, name, (before, formatting) => changedText(before, [list, index], undefined, { formatting }));
}

interface Found {
  readonly kind: Kind;
  readonly own: string;
  readonly list: string;
  readonly index: number;
  readonly text: string;
}

async function found(context: ProjectContext<'running'>, name: string): Promise<Found> {
  // A task may be named as it was created; a configuration of launch.json by that name comes first.
  const isTaskAlone = !(await namesIn(context, LAUNCH)).includes(name) && (await namesIn(context, TASKS)).includes(name);
  const kind = TASK.test(name) || isTaskAlone ? TASKS : LAUNCH;
  const own = name.replace(kind === TASKS ? TASK : /^$/, '');
  const text = (await textOf(context, kind)) ?? '';
  for (const list of kind === LAUNCH ? ['configurations', 'compounds'] : ['tasks']) {
    const index = entriesOf(text, kind, list).findIndex((entry) => entry[kind.key] === own);
    if (index >= 0) return { kind, own, list, index, text };
  }
  const { configurations } = await context.ide.running.configurations(context.signal);
  const listed = configurations.find((configuration) => configuration.name === name);
  if (listed !== undefined) throw configurationNotEditable(name, listed.from);
  throw configurationNotFound(
    name,
    closest(
      name,
      configurations.map((configuration) => configuration.name),
      3,
    ),
  );
}

async function namesIn(context: ProjectContext, kind: Kind): Promise<readonly unknown[]> {
  const text = (await textOf(context, kind)) ?? kind.empty;
  const lists = kind === LAUNCH ? ['configurations', 'compounds'] : ['tasks'];
  return lists.flatMap((list) => entriesOf(text, kind, list).map((entry) => entry[kind.key]));
}

async function edited(
  { ide, signal }: ProjectContext,
  kind: Kind,
  text: string | undefined,
  name: string,
  change: (text: string, formatting: FormattingOptions) => string,
): Promise<ConfigurationEdit> {
  const uri = await ide.documents.locate(kind.file);
  const after = change(text ?? kind.empty, formattingOf(text ?? kind.empty));
  if (text === undefined) return { name, file: kind.file, operation: { kind: 'create', uri, text: after, ifExists: 'fail' } };
  const document = await ide.documents.read(uri, signal);
  return { name, file: kind.file, operation: { kind: 'edit', uri, edits: editsBetween(document, after), basis: document.text } };
}

// Undefined where there is no file yet.
async function textOf({ ide, signal }: ProjectContext, { file }: Kind): Promise<string | undefined> {
  try {
    return (await ide.documents.read(await ide.documents.locate(file), signal)).text;
  } catch (error) {
    if (error instanceof IdeError && error.code === 'file_not_found') return undefined;
    throw error;
  }
}

function entriesOf(text: string, { file, list }: Kind, of: string = list): readonly ConfigurationSettings[] {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  if (errors.length > 0 && text !== '') throw configurationInvalid(file, 'it is not valid JSON with comments; fix it first');
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [of]);
  const entries: unknown = node === undefined ? [] : getNodeValue(node);
  return Array.isArray(entries) ? entries.map((entry: unknown) => (isSettings(entry) ? entry : {})) : [];
}

function changedText(text: string, path: (string | number)[], value: unknown, { formatting }: { formatting: FormattingOptions }): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const around = tree === undefined ? undefined : findNodeAtLocation(tree, path.slice(0, -1));
  const isOneLine = around !== undefined && !text.slice(around.offset, around.offset + around.length).includes('\n');
  if (!isOneLine) return applyEdits(text, modify(text, path, value, { formattingOptions: formatting }));
  // The parser would break the line; without its form, only a space is missing.
  const edits = modify(text, path, value, {}).map((edit) => ({ ...edit, content: edit.content.replace(/^,(?=\S)/, ', ') }));
  return applyEdits(text, edits);
}

// At the end of the list. The parser would put what stands around it into another form, so only the entry is written.
function withEntry(text: string, list: string, entry: ConfigurationSettings, formatting: FormattingOptions): string {
  const tree = parseTree(text, [], { allowTrailingComma: true });
  const node = tree === undefined ? undefined : findNodeAtLocation(tree, [list]);
  if (node?.type !== 'array') return changedText(text, [list], [entry], { formatting });
  const close = node.offset + node.length - 1;
  const last = node.children?.at(-1);
  const unit = formatting.insertSpaces === true ? ' '.repeat(formatting.tabSize ?? 2) : '\t';
  const outer = indentAt(text, node.offset);
  const inner = `${outer}${unit}`;
  const eol = formatting.eol ?? '\n';
  const written = JSON.stringify(entry, undefined, unit).replaceAll('\n', `${eol}${inner}`);
  const from = last === undefined ? node.offset + 1 : last.offset + last.length;
  const between = text.slice(from, close);
  const comma = last === undefined || hasComma(between) ? '' : ',';
  const kept = between.trimEnd();
  const tail = outer === '' && !text.slice(node.offset).includes('\n') ? ' ' : `${eol}${outer}`;
  return `${text.slice(0, from)}${comma}${kept}${eol}${inner}${written}${tail}${text.slice(close)}`;
}

function hasComma(between: string): boolean {
  return between.replace(/\/\/.*|\/\*[\s\S]*?\*\//g, '').includes(',');
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

// As the file itself is indented.
function formattingOf(text: string): FormattingOptions {
  const indent = /^([ \t]+)\S/m.exec(text)?.[1] ?? '  ';
  return { insertSpaces: !indent.startsWith('\t'), tabSize: indent.startsWith('\t') ? 1 : indent.length, eol: text.includes('\r\n') ? '\r\n' : '\n' };
}

function isSettings(value: unknown): value is ConfigurationSettings {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
