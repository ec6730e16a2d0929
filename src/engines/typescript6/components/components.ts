// How a program of TypeScript's comes to know components: each is the code that it stands for, and every answer is given at its place in the component.
import ts from 'typescript';
import { ComponentNames } from './componentNames.ts';
import { type ComponentPackages, componentPackages } from './packages.ts';
import { EXTENSIONS, isComponent } from './scripts.ts';
import { vueOptionsOf } from './vueOptions.ts';
import { withoutHelpers } from './withoutHelpers.ts';

export interface ProgramOfComponents {
  readonly config: string | undefined;
  readonly folder: string;
  readonly options: ts.CompilerOptions;
}

export interface ComponentTexts {
  read(path: string): string | undefined;
  snapshot(path: string): ts.IScriptSnapshot | undefined;
}

export interface ComponentService {
  readonly service: ts.LanguageService;
  // Whether what a file says depends on a component, itself or through what it imports.
  reachesComponent(path: string): boolean;
  readonly names: ComponentNames;
}

// Programs take what is remembered of resolved modules from here; TypeScript's own server does the same.
type Host = ts.LanguageServiceHost & { getModuleResolutionCache(): ts.ModuleResolutionCache };

// It shows what it was made of only when it is asked for it, so its files have any extension.
export const COMPONENT_EXTENSIONS: readonly ts.FileExtensionInfo[] = EXTENSIONS.map((extension) => ({
  extension,
  isMixedContent: true,
  scriptKind: ts.ScriptKind.Deferred,
}));

export class Components {
  readonly #packages: ComponentPackages;
  readonly #notice: (text: string) => void;
  // What the same component becomes depends on these options, so programs that differ in them share nothing.
  readonly #registries = new Map<string, ts.DocumentRegistry>();

  // `folder` holds the packages; `notice` hears what answers lack.
  constructor(folder: string, notice: (text: string) => void) {
    this.#packages = componentPackages(folder);
    this.#notice = notice;
  }

  serviceFor(program: ProgramOfComponents, host: ts.LanguageServiceHost, texts: ComponentTexts): ComponentService {
    const { createLanguage, FileMap, resolveFileLanguageId, decorateLanguageServiceHost, createProxyLanguageService, vue } = this.#packages;
    const { options: vueOptions, withPlugins } = vueOptionsOf(this.#packages, program.config, program.folder, (path) => texts.read(path));
    for (const path of withPlugins) this.#notice(`The plugins in vueCompilerOptions of ${path} are code of the project and were not loaded.`);
    const plugins = [vue.createVueLanguagePlugin(ts, program.options, vueOptions, (id) => id), { getLanguageId: resolveFileLanguageId }];
    const language = createLanguage(plugins, new FileMap(ts.sys.useCaseSensitiveFileNames), (path) => {
      const snapshot = texts.snapshot(path);
      if (snapshot === undefined) language.scripts.delete(path);
      else language.scripts.set(path, snapshot);
    });
    const resolutions = ts.createModuleResolutionCache(program.folder, canonical, program.options);
    const imports = new Map<string, readonly string[]>();
    const decorated: Host = {
      ...host,
      // Nothing is known of its own; what stands for a component has another kind.
      getScriptKind: () => ts.ScriptKind.Unknown,
      getModuleResolutionCache: () => resolutions,
      resolveModuleNameLiterals: (literals, file, redirected, options, source) =>
        literals.map((literal) =>
          ts.resolveModuleName(literal.text, file, options, host, resolutions, redirected, ts.getModeForUsageLocation(source, literal, options)),
        ),
    };
    decorateLanguageServiceHost(ts, language, decorated);
    const resolve = decorated.resolveModuleNameLiterals;
    decorated.resolveModuleNameLiterals = (literals, file, ...rest) => {
      const resolved = (resolve?.(literals, file, ...rest) ?? []).map(withComponentInJavascript);
      imports.set(
        file,
        resolved.flatMap(({ resolvedModule }) => resolvedModule?.resolvedFileName ?? []),
      );
      return resolved;
    };
    const names = new ComponentNames(this.#packages, language, texts);
    const plain = withoutHelpers(ts.createLanguageService(decorated, this.#registryFor(JSON.stringify(vueOptions))));
    const { proxy, initialize } = createProxyLanguageService(names.noting(plain));
    initialize(language);
    return { service: proxy, reachesComponent: (path) => reaches(path, imports), names };
  }

  #registryFor(key: string): ts.DocumentRegistry {
    const known = this.#registries.get(key) ?? ts.createDocumentRegistry(ts.sys.useCaseSensitiveFileNames);
    this.#registries.set(key, known);
    return known;
  }
}

// Where a configuration does not allow JavaScript a component in JavaScript would be no part of the program, and nobody would know who uses it.
function withComponentInJavascript(found: ts.ResolvedModuleWithFailedLookupLocations): ts.ResolvedModuleWithFailedLookupLocations {
  const { resolvedModule } = found;
  if (resolvedModule === undefined || !isComponent(resolvedModule.resolvedFileName)) return found;
  return { ...found, resolvedModule: { ...resolvedModule, extension: ts.Extension.Ts } };
}

function reaches(path: string, imports: ReadonlyMap<string, readonly string[]>): boolean {
  const seen = new Set([path]);
  for (const file of seen) {
    if (isComponent(file)) return true;
    if (!file.includes('/node_modules/')) for (const imported of imports.get(file) ?? []) seen.add(imported);
  }
  return false;
}

function canonical(path: string): string {
  return ts.sys.useCaseSensitiveFileNames ? path : path.toLowerCase();
}
