// How a project wants its components of Vue to be read, without the plugins that it names there: those are code of the project.
import ts from 'typescript';
import { z } from 'zod';
import type { ComponentPackages } from './packages.ts';

export interface VueOptions {
  readonly options: object;
  // The configurations that name plugins, which are not loaded.
  readonly withPlugins: readonly string[];
}

const configuration = z.looseObject({ vueCompilerOptions: z.looseObject({ plugins: z.unknown().optional() }).optional().catch(undefined) }).catch({});

// `config` is undefined where files belong to none.
export function vueOptionsOf(
  { vue }: Pick<ComponentPackages, 'vue'>,
  config: string | undefined,
  folder: string,
  read: (path: string) => string | undefined,
): VueOptions {
  const resolver = new vue.CompilerOptionsResolver(ts, read);
  const withPlugins: string[] = [];
  // What extends another comes later, and wins.
  for (const path of config === undefined ? [] : configurationsOf(config, read).reverse()) {
    const { vueCompilerOptions = {} } = configuration.parse(ts.convertToObject(ts.readJsonConfigFile(path, read), []));
    const { plugins, ...options } = vueCompilerOptions;
    if (Array.isArray(plugins) && plugins.length > 0) withPlugins.push(path);
    resolver.addConfig(options, folderOf(path));
  }
  if (config === undefined) resolver.addConfig({}, folder);
  return { options: resolver.build(), withPlugins };
}

// The configuration with everything that it extends, itself first.
function configurationsOf(config: string, read: (path: string) => string | undefined): string[] {
  const found = new Set<string>();
  const noted = (path: string): string | undefined => {
    if (!path.endsWith('/package.json')) found.add(path);
    return read(path);
  };
  const host: ts.ParseConfigHost = {
    useCaseSensitiveFileNames: ts.sys.useCaseSensitiveFileNames,
    fileExists: (path) => read(path) !== undefined,
    readFile: noted,
    readDirectory: () => [],
  };
  ts.parseJsonSourceFileConfigFileContent(ts.readJsonConfigFile(config, noted), host, folderOf(config), {}, config);
  return [...found];
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(1, path.lastIndexOf('/')));
}
