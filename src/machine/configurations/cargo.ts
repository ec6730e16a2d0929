// What a Cargo package can run: its binaries and its examples, built by Cargo, which also says where they lie.
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { readSmallFile } from '../../base/files/smallFile.ts';
import { preparationFailed } from '../../ide/errors/debugErrors.ts';
import type { FoundConfiguration } from './configuration.ts';

const Target = z.looseObject({
  name: z.string().optional(),
  path: z.string().optional(),
  test: z.boolean().optional(),
  'required-features': z.array(z.string()).optional(),
});
const Manifest = z.looseObject({
  package: z.looseObject({ name: z.string(), autobins: z.boolean().optional(), autoexamples: z.boolean().optional() }).optional(),
  lib: Target.optional(),
  bin: z.array(Target).default([]),
  example: z.array(Target).default([]),
});

export interface CargoTarget {
  readonly kind: 'bin' | 'example';
  readonly name: string;
  // Of its main file, absolute.
  readonly path: string;
  readonly features: readonly string[];
}

export interface CargoPackage {
  readonly name: string;
  readonly folder: string;
  // Of the library's main file, where there is one.
  readonly library: string | undefined;
  readonly targets: readonly CargoTarget[];
}

export function cargoTargets(root: string, path: string): FoundConfiguration[] {
  const read = cargoPackage(join(root, dirname(path)));
  return (read?.targets ?? []).map((target) => {
    const { kind, name } = target;
    return {
      name: kind === 'bin' ? `cargo: ${name}` : `cargo: example ${name}`,
      type: 'cargo',
      from: path,
      canDebug: true,
      canRun: true,
      description: `cargo run --${kind} ${name}`,
      run: ({ args }) => {
        const features = target.features.length > 0 ? ['--features', target.features.join(',')] : [];
        const words = ['cargo', 'run', `--${kind}`, name, ...features, ...(args.length > 0 ? ['--', ...args] : [])];
        return { steps: [{ command: { words }, folder: read?.folder ?? root }] };
      },
      resolve: () => ({
        type: 'lldb',
        request: 'launch',
        arguments: { name, type: 'lldb', request: 'launch', cwd: read?.folder },
        preLaunchTask: undefined,
        build: async ({ run }) => {
          const args = ['build', `--${kind}`, name, ...(target.features.length > 0 ? ['--features', target.features.join(',')] : []), JSON_MESSAGES];
          const [program] = executablesIn(await run('cargo', args, read?.folder ?? root));
          if (program === undefined) throw preparationFailed(`cargo build --${kind} ${name}`, 'it names no program that it has built');
          return program;
        },
      }),
    };
  });
}

// Diagnostics go to the other stream, as a person reads them.
export const JSON_MESSAGES = '--message-format=json-render-diagnostics';

const Artifact = z.looseObject({ reason: z.literal('compiler-artifact'), executable: z.string() });

// The programs that Cargo says it has built, in its order.
export function executablesIn(messages: string): string[] {
  return messages.split('\n').flatMap((line) => (line.startsWith('{') ? (Artifact.safeParse(JSON.parse(line)).data?.executable ?? []) : []));
}

// Undefined where there is no package, as in the root of a workspace, or none that can be read.
export function cargoPackage(folder: string): CargoPackage | undefined {
  const file = join(folder, 'Cargo.toml');
  const manifest = existsSync(file) ? Manifest.safeParse(parsedToml(readSmallFile(file))).data : undefined;
  if (manifest?.package === undefined) return undefined;
  const { name, autobins = true, autoexamples = true } = manifest.package;
  const library = join(folder, manifest.lib?.path ?? join('src', 'lib.rs'));
  const main = join(folder, 'src', 'main.rs');
  const found: CargoTarget[] = [
    ...(autobins && existsSync(main) ? [{ kind: 'bin' as const, name, path: main, features: [] }] : []),
    ...(autobins ? filesIn(join(folder, 'src', 'bin')).map((file_) => ({ kind: 'bin' as const, ...file_, features: [] })) : []),
    ...(autoexamples ? filesIn(join(folder, 'examples')).map((file_) => ({ kind: 'example' as const, ...file_, features: [] })) : []),
  ];
  const written = (['bin', 'example'] as const).flatMap((kind) => manifest[kind].flatMap((target) => writtenTarget(kind, target, folder, found)));
  const isWritten = ({ path }: CargoTarget) => written.some((target) => target.path === path);
  return {
    name,
    folder,
    library: existsSync(library) ? library : undefined,
    targets: [...found.filter((target) => !isWritten(target)), ...written].toSorted(byKind),
  };
}

function writtenTarget(kind: CargoTarget['kind'], target: z.output<typeof Target>, folder: string, found: readonly CargoTarget[]): CargoTarget[] {
  const { name, path } = target;
  if (name === undefined) return [];
  const place = path === undefined ? undefined : join(folder, path);
  const known = found.find((one) => one.kind === kind && (one.name === name || one.path === place));
  const usual = join(folder, kind === 'bin' ? join('src', 'bin') : 'examples', `${name}.rs`);
  return [{ kind, name, path: place ?? known?.path ?? usual, features: target['required-features'] ?? [] }];
}

// name.rs, or name/main.rs.
function filesIn(folder: string): { name: string; path: string }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .toSorted()
    .flatMap((entry) => {
      if (entry.endsWith('.rs')) return [{ name: entry.slice(0, -'.rs'.length), path: join(folder, entry) }];
      const main = join(folder, entry, 'main.rs');
      return existsSync(main) ? [{ name: entry, path: main }] : [];
    });
}

function byKind(one: CargoTarget, other: CargoTarget): number {
  return one.kind === other.kind ? 0 : one.kind === 'bin' ? -1 : 1;
}

function parsedToml(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (error instanceof TomlError) return undefined;
    throw error;
  }
}
