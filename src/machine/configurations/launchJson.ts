// What .vscode/launch.json offers: configurations with their variables, and compounds of them.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { isRecord } from '../../base/isRecord.ts';
import { currentEnvironment } from '../../base/processes/environment.ts';
import { configurationInvalid } from '../../ide/errors/debugErrors.ts';
import { type Filling, type FoundConfiguration, type SingleConfiguration, withArguments } from './configuration.ts';
import { isRunnable, launchSteps } from './launchSteps.ts';
import { filled, UnknownVariable } from './variables.ts';

const FROM = '.vscode/launch.json';

const Configuration = z.looseObject({
  name: z.string(),
  type: z.string(),
  request: z.enum(['launch', 'attach']),
  preLaunchTask: z.string().optional(),
  presentation: z.looseObject({ group: z.string().optional(), hidden: z.boolean().optional() }).optional(),
});
const Compound = z.looseObject({
  name: z.string(),
  configurations: z.array(z.union([z.string(), z.looseObject({ name: z.string() })])),
  preLaunchTask: z.string().optional(),
  stopAll: z.boolean().default(false),
});
const Input = z.looseObject({ id: z.string(), default: z.string().optional() });
const LaunchFile = z.looseObject({
  configurations: z.array(z.unknown()).default([]),
  compounds: z.array(z.unknown()).default([]),
  inputs: z.array(z.unknown()).default([]),
});

export interface LaunchFileFound {
  readonly configurations: readonly FoundConfiguration[];
  readonly problems: readonly string[];
}

// canDebug: whether some debugger here goes by this type.
export function launchConfigurations(root: string, canDebug: (type: string) => boolean): LaunchFileFound {
  const file = join(root, FROM);
  if (!existsSync(file)) return { configurations: [], problems: [] };
  const errors: ParseError[] = [];
  const read: unknown = parse(readSmallFile(file), errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) return { configurations: [], problems: [`${FROM}: ${printParseErrorCode(error.error)} at character ${error.offset + 1}`] };
  const parsed = LaunchFile.safeParse(read);
  if (!parsed.success) return { configurations: [], problems: [`${FROM}: it holds no list of configurations`] };
  const inputs = Object.fromEntries(parsed.data.inputs.flatMap((input) => inputDefault(input)));
  const problems: string[] = [];
  const singles = parsed.data.configurations.flatMap((entry, index) => {
    const configuration = Configuration.safeParse(entry);
    if (configuration.success) return [single(configuration.data, root, inputs, canDebug)];
    problems.push(`${FROM}: configuration ${index + 1} lacks a name, a type or a request`);
    return [];
  });
  const compounds = parsed.data.compounds.flatMap((entry) => {
    const compound = Compound.safeParse(entry);
    return compound.success ? [compounded(compound.data, singles)] : [];
  });
  return { configurations: [...singles, ...compounds], problems };
}

function single(
  configuration: z.output<typeof Configuration>,
  root: string,
  inputs: Readonly<Record<string, string | undefined>>,
  canDebug: (type: string) => boolean,
): FoundConfiguration {
  const { name, type, request, presentation } = configuration;
  const known = canDebug(type);
  const canRun = request === 'launch' && isRunnable(type);
  return {
    name,
    type,
    from: FROM,
    canDebug: known,
    canRun,
    description: known ? `${request} ${whatOf(configuration)}`.trim() : `no debugger here goes by the type ${type}`,
    ...(presentation?.group !== undefined && { folder: presentation.group }),
    resolve: (filling) => resolved(configuration, root, inputs, filling),
    ...(canRun && {
      run: (filling) => {
        const steps = launchSteps(resolved(configuration, root, inputs, filling), { root, file: filling.file });
        return { steps: steps.map((step, index) => (index === steps.length - 1 ? withArguments(step, filling.args) : step)) };
      },
    }),
  };
}

function compounded(compound: z.output<typeof Compound>, singles: readonly FoundConfiguration[]): FoundConfiguration {
  const names = compound.configurations.map((entry) => (typeof entry === 'string' ? entry : entry.name));
  const missing = names.filter((name) => !singles.some((configuration) => configuration.name === name && configuration.canDebug));
  return {
    name: compound.name,
    type: 'compound',
    from: FROM,
    canDebug: missing.length === 0 && names.length > 0,
    canRun: false,
    description: missing.length === 0 ? names.join(' + ') : `${missing.join(', ')} cannot be debugged`,
    resolve: () => ({ compound: names, preLaunchTask: compound.preLaunchTask, stopAll: compound.stopAll }),
  };
}

function resolved(
  configuration: z.output<typeof Configuration>,
  root: string,
  inputs: Readonly<Record<string, string | undefined>>,
  { file }: Filling,
): SingleConfiguration {
  const { name, type, request, preLaunchTask, presentation: _, ...rest } = configuration;
  const { windows, osx, linux, ...own } = rest;
  const here = { win32: windows, darwin: osx, linux }[String(process.platform)];
  try {
    const given = filled({ ...own, ...(isRecord(here) ? here : {}) }, { root, file, environment: currentEnvironment(), inputs });
    if (!isRecord(given)) throw configurationInvalid(name, 'it is not an object');
    return { type, request, arguments: { ...given, name, type, request, ...withEnvironmentFile(name, given) }, preLaunchTask };
  } catch (error) {
    throw error instanceof UnknownVariable ? configurationInvalid(name, error.message) : error;
  }
}

// NAME=value lines, under what the configuration itself says.
function withEnvironmentFile(name: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const file = given['envFile'];
  if (typeof file !== 'string') return {};
  if (!existsSync(file)) throw configurationInvalid(name, `its envFile ${file} does not exist`);
  const lines = readSmallFile(file).matchAll(/^\s*(?:export\s+)?([\w.]+)\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)'|([^\n#]*))/gm);
  const fromFile = Object.fromEntries([...lines].map(([, key = '', double, simple, bare]) => [key, double ?? simple ?? bare?.trim() ?? '']));
  return { env: { ...fromFile, ...(isRecord(given['env']) ? given['env'] : {}) } };
}

function whatOf({ program, module, port, processId }: Readonly<Record<string, unknown>>): string {
  const [what] = [program, module, port, processId].filter((value) => typeof value === 'string' || typeof value === 'number');
  return what === undefined ? '' : String(what);
}

function inputDefault(entry: unknown): [string, string | undefined][] {
  const input = Input.safeParse(entry);
  return input.success ? [[input.data.id, input.data.default]] : [];
}
