// The flags of a call, made from the tool's own schema: --new-name, --symbol.name or just --name, lists, switches and JSON.
import { z } from 'zod';
import { isRecord } from '../base/isRecord.ts';
import type { Tool } from '../tools/tool.ts';

export interface Flag {
  // As the person types it, without the dashes.
  readonly name: string;
  // Where its value goes.
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'json';
  readonly description: string;
  readonly required: boolean;
  // The required argument that it is a part of; one of its parts is enough, and the server says which go together.
  readonly requiredGroup: string | undefined;
  // The only values that it takes, and the one that is meant without it.
  readonly values: readonly string[];
  readonly usual: string | undefined;
  // A longer way to say what another flag says.
  readonly hasShort: boolean;
}

// Flags of `binnacle call` itself. An argument of the tool by the same name wins behind the tool's name; ours then stands before it.
export interface OwnFlags {
  readonly project?: string;
  readonly json?: true;
  readonly help?: true;
  // All arguments at once, as JSON.
  readonly args?: string;
}

export interface ParsedCall {
  readonly parameters: Record<string, unknown>;
  readonly own: OwnFlags;
}

interface Property extends z.infer<typeof Schema> {
  readonly path: readonly string[];
  // Only at the top: what an optional object requires is the server's to say.
  readonly demanded: boolean;
  readonly group: string | undefined;
}

const Schema = z.object({
  type: z.string().exactOptional(),
  description: z.string().exactOptional(),
  properties: z.record(z.string(), z.unknown()).exactOptional(),
  required: z.array(z.string()).exactOptional(),
  items: z.unknown().exactOptional(),
  enum: z.array(z.string()).exactOptional().catch([]),
  default: z.unknown().exactOptional(),
});

export function flagsOf(tool: Tool): Flag[] {
  const properties = propertiesIn(tool.inputSchema, []);
  const isGroup = (property: Property) => property.properties !== undefined;
  const plain = properties.filter((property) => !isGroup(property));
  // --name for --symbol.name, where no other argument could be meant.
  const short = plain.filter(({ path }) => path.length > 1 && properties.filter((other) => other.path.at(-1) === path.at(-1)).length === 1);
  const full = (property: Property) => flagFor(property, property.path.join('.'), short.includes(property));
  return [...short.map((property) => flagFor(property, property.path.at(-1) ?? '', false)), ...plain.map(full), ...properties.filter(isGroup).map(full)];
}

// Word by word, so that a value is never taken for a flag. What nobody knows is passed on as it was said: the server's answer names the right arguments.
export function parsedCall(flags: readonly Flag[], words: readonly string[]): ParsedCall {
  const parameters: Record<string, unknown> = {};
  let own: OwnFlags = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name, inline] = split(word);
    const flag =
      flags.find((candidate) => candidate.name === name) ?? flags.find((candidate) => `no_${candidate.name}` === name && candidate.kind === 'switch');
    if (flag?.kind === 'switch') {
      const said = inline ?? switchValue(words[at + 1]);
      if (inline === undefined && said !== undefined) at++;
      put(parameters, flag.path, switched(said, flag.name === name));
      continue;
    }
    if (flag === undefined && (name === 'json' || name === 'help' || word === '-h')) {
      own = { ...own, ...(name === 'json' ? { json: true } : { help: true }) };
      continue;
    }
    const value = inline ?? words[++at] ?? '';
    if (flag === undefined && (name === 'project' || name === 'args')) {
      own = { ...own, [name]: value };
      continue;
    }
    const path = flag?.path ?? name.split('.');
    put(parameters, path, flag?.kind === 'list' ? [...listAt(parameters, path), ...listFrom(value)] : converted(value, flag?.kind));
  }
  return { parameters: withSharedParts(flags, parameters), own };
}

// `--file a.ts --name x` points at a symbol also where the tool takes a whole file instead of one. Other arguments stay what they are called.
function withSharedParts(flags: readonly Flag[], parameters: Record<string, unknown>): Record<string, unknown> {
  const { file, ...others } = parameters;
  const isPart = flags.some(({ path }) => path.join('.') === 'symbol.file') && flags.some(({ path }) => path.join('.') === 'file');
  if (file === undefined || !isPart || !isRecord(others['symbol']) || others['symbol']['file'] !== undefined) return parameters;
  return { ...others, symbol: { file, ...others['symbol'] } };
}

// What must be said, in the form in which it is typed; of a group that has short flags, one is enough.
export function requiredUsage(flags: readonly Flag[]): string[] {
  return flags
    .filter(({ required }) => required)
    .map((flag) => {
      const parts = flags.filter(({ requiredGroup, hasShort }) => requiredGroup === flag.name && !hasShort);
      return parts.length === 0 ? typed(flag) : parts.map((part) => `--${dashed(part.name)}`).join('|');
    });
}

export function flagHelp(flags: readonly Flag[]): string[][] {
  return flags
    .filter(({ hasShort }) => !hasShort)
    .map((flag) => {
      const { description, required, requiredGroup, values, usual } = flag;
      const remarks = [
        ...(required ? ['required'] : []),
        ...(requiredGroup === undefined ? [] : [`part of the required ${requiredGroup}`]),
        ...(values.length > 0 ? [values.join(', ')] : []),
        ...(usual === undefined ? [] : [`default: ${usual}`]),
      ];
      return [typed(flag), [description, ...(remarks.length > 0 ? [`(${remarks.join('; ')})`] : [])].join(' ').trim()];
    });
}

function typed({ name, kind }: Flag): string {
  return `--${dashed(name)}${PLACEHOLDERS[kind]}`;
}

function dashed(name: string): string {
  return name.replaceAll('_', '-');
}

function switchValue(word: string | undefined): string | undefined {
  return word === 'true' || word === 'false' ? word : undefined;
}

// What is neither goes on as it was said: the server's message shows it.
function switched(said: string | undefined, meant: boolean): unknown {
  if (said === undefined) return meant;
  return switchValue(said) === undefined ? said : (said === 'true') === meant;
}

const PLACEHOLDERS = { text: ' <text>', number: ' <number>', switch: ' [true|false]', list: ' <text>…', json: ' <json>' } as const;

function propertiesIn(schema: unknown, path: readonly string[], group?: string): Property[] {
  const { properties = {}, required = [] } = Schema.parse(schema);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const demanded = path.length === 0 && required.includes(name);
    const property = { ...Schema.parse(inner), path: [...path, name], demanded, group };
    return property.properties === undefined ? [property] : [property, ...propertiesIn(inner, property.path, demanded ? name : group)];
  });
}

function flagFor(property: Property, name: string, hasShort: boolean): Flag {
  const { path, description = '', demanded: required, group: requiredGroup, enum: values = [], default: usual } = property;
  const shown = typeof usual === 'string' ? usual : JSON.stringify(usual);
  return { name, path, kind: kindOf(property), description, required, requiredGroup, values, usual: shown, hasShort };
}

function kindOf({ type, items }: Property): Flag['kind'] {
  if (type === 'boolean') return 'switch';
  if (type === 'number' || type === 'integer') return 'number';
  if (type === 'string') return 'text';
  const isListOfTexts = type === 'array' && Schema.safeParse(items).data?.type === 'string';
  return isListOfTexts ? 'list' : 'json';
}

// --new-name, --new_name and --newName=x mean the argument new_name.
function split(word: string): [name: string, value: string | undefined] {
  const bare = word.replace(/^--?/, '');
  const equals = bare.indexOf('=');
  const name = equals < 0 ? bare : bare.slice(0, equals);
  return [
    name
      .replaceAll('-', '_')
      .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
      .toLowerCase(),
    equals < 0 ? undefined : bare.slice(equals + 1),
  ];
}

function converted(text: string, kind: Flag['kind'] | undefined): unknown {
  // What is not a number goes on as text, so that the server's message shows what was said.
  if (kind === 'number') return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
  return kind === 'json' ? (parsed(text) ?? text) : text;
}

function listFrom(text: string): unknown[] {
  const list = text.startsWith('[') ? parsed(text) : undefined;
  return Array.isArray(list) ? list : [text];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function listAt(target: unknown, path: readonly string[]): unknown[] {
  const found = path.reduce<unknown>((value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined), target);
  return Array.isArray(found) ? found : [];
}

function put(target: Record<string, unknown>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) {
    target[first] = value;
    return;
  }
  const inner = target[first];
  const next: Record<string, unknown> = typeof inner === 'object' && inner !== null ? { ...inner } : {};
  put(next, rest, value);
  target[first] = next;
}
