// The flags of a call, made from the tool's own schema: --new-name, --symbol.name or just --name, lists, switches and JSON.
import { z } from 'zod';
import type { Tool } from '../tools/tool.ts';

export interface Flag {
  // As the person types it, without the dashes.
  readonly name: string;
  // Where its value goes.
  readonly path: readonly string[];
  readonly kind: 'text' | 'number' | 'switch' | 'list' | 'json';
  readonly description: string;
  readonly required: boolean;
  // The only values that it takes, and the one that is meant without it.
  readonly values: readonly string[];
  readonly usual: string | undefined;
  // A longer way to say what another flag says.
  readonly hasShort: boolean;
}

interface Property extends z.infer<typeof Schema> {
  readonly path: readonly string[];
  // Only at the top: what an optional object requires is the server's to say.
  readonly demanded: boolean;
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

// What nobody knows is passed on as it was said: the server's answer names the right arguments.
export function argumentsFrom(flags: readonly Flag[], words: readonly string[]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const [name, inline] = split(word);
    const flag =
      flags.find((candidate) => candidate.name === name) ?? flags.find((candidate) => `no_${candidate.name}` === name && candidate.kind === 'switch');
    if (flag?.kind === 'switch') {
      put(result, flag.path, inline === undefined ? flag.name === name : inline === 'true');
      continue;
    }
    const value = inline ?? words[++at] ?? '';
    const path = flag?.path ?? name.split('.');
    put(result, path, flag?.kind === 'list' ? [...listAt(result, path), ...listFrom(value)] : converted(value, flag?.kind));
  }
  return result;
}

export function flagHelp(flags: readonly Flag[]): string[][] {
  return flags
    .filter(({ hasShort }) => !hasShort)
    .map(({ name, kind, description, required, values, usual }) => {
      const remarks = [
        ...(required ? ['required'] : []),
        ...(values.length > 0 ? [values.join(', ')] : []),
        ...(usual === undefined ? [] : [`default: ${usual}`]),
      ];
      return [
        `--${name.replaceAll('_', '-')}${PLACEHOLDERS[kind]}`,
        [description, ...(remarks.length > 0 ? [`(${remarks.join('; ')})`] : [])].join(' ').trim(),
      ];
    });
}

const PLACEHOLDERS = { text: ' <text>', number: ' <number>', switch: '', list: ' <text>…', json: ' <json>' } as const;

function propertiesIn(schema: unknown, path: readonly string[]): Property[] {
  const { properties = {}, required = [] } = Schema.parse(schema);
  return Object.entries(properties).flatMap(([name, inner]) => {
    const property = { ...Schema.parse(inner), path: [...path, name], demanded: path.length === 0 && required.includes(name) };
    return property.properties === undefined ? [property] : [property, ...propertiesIn(inner, property.path)];
  });
}

function flagFor(property: Property, name: string, hasShort: boolean): Flag {
  const { path, description = '', demanded: required, enum: values = [], default: usual } = property;
  return { name, path, kind: kindOf(property), description, required, values, usual: usual === undefined ? undefined : String(usual), hasShort };
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
