// The packages that read components, as far as we use them: from a folder of our own, never from the project, whose packages would be code of the project.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type ts from 'typescript';
import { z } from 'zod';

// What a component becomes for TypeScript: code with the places in the component that it was made from.
export interface VirtualCode {
  readonly id: string;
  readonly languageId: string;
  readonly snapshot: ts.IScriptSnapshot;
  readonly mappings: readonly CodeMapping[];
  readonly embeddedCodes?: readonly VirtualCode[];
}

export interface CodeMapping {
  readonly sourceOffsets: readonly number[];
  readonly generatedOffsets: readonly number[];
  readonly lengths: readonly number[];
  readonly data: Readonly<Record<string, boolean>>;
}

export interface LanguagePlugin {
  getLanguageId(path: string): string | undefined;
  createVirtualCode?(path: string, language: string, snapshot: ts.IScriptSnapshot): VirtualCode | undefined;
  updateVirtualCode?(path: string, code: VirtualCode, snapshot: ts.IScriptSnapshot): VirtualCode | undefined;
  disposeVirtualCode?(path: string): void;
  readonly typescript?: {
    readonly extraFileExtensions: readonly ts.FileExtensionInfo[];
    getServiceScript(root: VirtualCode): { readonly code: VirtualCode; readonly extension: string; readonly scriptKind: ts.ScriptKind } | undefined;
  };
}

export interface VolarLanguage {
  readonly scripts: { set(path: string, snapshot: ts.IScriptSnapshot): unknown; delete(path: string): void };
}

type Typescript = typeof ts;

interface VolarCore {
  createLanguage(plugins: readonly LanguagePlugin[], registry: object, read: (path: string) => void): VolarLanguage;
  readonly FileMap: new (isCaseSensitive: boolean) => object;
}

export interface VueOptionsResolver {
  // Loads what `plugins` names, which is code of the project: whoever calls it leaves that out.
  addConfig(options: object, folder: string): void;
  build(): object;
}

interface VueCore {
  createVueLanguagePlugin(typescript: Typescript, options: ts.CompilerOptions, vueOptions: object, pathOf: (id: string) => string): LanguagePlugin;
  readonly CompilerOptionsResolver: new (typescript: Typescript, read: (path: string) => string | undefined) => VueOptionsResolver;
}

interface ServiceProxy {
  readonly proxy: ts.LanguageService;
  initialize(language: VolarLanguage): void;
}

const callable = <Wanted>() => z.custom<Wanted>((value) => typeof value === 'function');

const volarCore = z.object({
  createLanguage: callable<VolarCore['createLanguage']>(),
  FileMap: callable<VolarCore['FileMap']>(),
  isRenameEnabled: callable<(data: object) => boolean>(),
});
const hostModule = z.object({
  decorateLanguageServiceHost: callable<(typescript: Typescript, language: VolarLanguage, host: ts.LanguageServiceHost) => void>(),
});
const proxyModule = z.object({ createProxyLanguageService: callable<(service: ts.LanguageService) => ServiceProxy>() });
const transformModule = z.object({
  transformDocumentSpan:
    callable<(language: VolarLanguage, span: ts.RenameLocation, fallback: boolean, isWanted: (data: object) => boolean) => ts.RenameLocation | undefined>(),
});
const commonModule = z.object({ resolveFileLanguageId: callable<(path: string) => string | undefined>() });
const vueCore = z.object({
  createVueLanguagePlugin: callable<VueCore['createVueLanguagePlugin']>(),
  CompilerOptionsResolver: callable<VueCore['CompilerOptionsResolver']>(),
});

export type ComponentPackages = ReturnType<typeof componentPackages>;

// `folder` holds the node_modules that they are in.
export function componentPackages(folder: string) {
  // Under a name that tools for our own imports do not know: these are no dependencies of ours.
  const load = createRequire(join(folder, 'package.json'));
  const volar = '@volar/typescript/lib';
  return {
    ...volarCore.parse(load('@volar/language-core')),
    ...hostModule.parse(load(`${volar}/node/decorateLanguageServiceHost.js`)),
    ...proxyModule.parse(load(`${volar}/node/proxyLanguageService.js`)),
    ...transformModule.parse(load(`${volar}/node/transform.js`)),
    ...commonModule.parse(load(`${volar}/common.js`)),
    vue: vueCore.parse(load('@vue/language-core')),
  };
}
