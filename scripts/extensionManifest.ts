// The manifest of the VS Code extension: what the catalogue, the settings and the commands say, in the form that VS Code reads.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { settingShapes } from '../src/daemon/settings.ts';
import type { DialectTool } from '../src/dialects/dialect.ts';
import { vscodeRefactoring } from '../src/dialects/vscode/vscodeRefactoring.ts';
import { COMMANDS, type FaceCommand } from '../src/hosts/vscode/face/commands.ts';
import { manifestTools, toolId } from '../src/hosts/vscode/face/offeredTools.ts';
import { allTools, Catalogue, families } from '../src/tools/catalogue.ts';
import type { Tool } from '../src/tools/tool.ts';
import { menus, views, walkthrough } from './extensionViews.ts';

const catalogue = new Catalogue(allTools, families);

export function extensionManifest(): string {
  return `${JSON.stringify(manifest(), undefined, 2)}\n`;
}

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')));

function manifest(): Record<string, unknown> {
  return {
    name: 'binnacle',
    displayName: 'Binnacle: the IDE for Coding Agents',
    description:
      'Gives coding agents this window: its language servers, refactorings, debugger, tests and reviews, for the chat of VS Code and for every MCP client.',
    version,
    publisher: 'binnacle',
    license: 'MIT',
    private: true,
    engines: { vscode: '^1.100.0' },
    categories: ['AI', 'Debuggers', 'Testing', 'Other'],
    keywords: ['mcp', 'agent', 'copilot', 'refactoring', 'debugging'],
    icon: 'media/icon.png',
    galleryBanner: { color: '#16181A', theme: 'dark' },
    extensionKind: ['workspace'],
    capabilities: {
      untrustedWorkspaces: {
        supported: 'limited',
        description: 'In a folder that you do not trust, Binnacle reads and runs nothing of it, and the settings that it brings do not count.',
        restrictedConfigurations: Object.keys(SERVER_SETTINGS),
      },
      // So that it starts there too, and says itself which folders are not served.
      virtualWorkspaces: { supported: 'limited', description: 'Binnacle serves folders of this machine; of others it says that it does not.' },
    },
    activationEvents: ['onStartupFinished'],
    main: './dist/extension.cjs',
    contributes: {
      commands: COMMANDS.map(commandRow),
      menus: menus(),
      ...views,
      walkthroughs: [walkthrough],
      configuration: [
        { title: 'Server of this window', properties: SERVER_SETTINGS },
        { title: 'Binnacle', properties: mirroredSettings() },
      ],
      languageModelTools: [...manifestTools(catalogue).map(toolRow), ...vscodeRefactoring.tools.map(dialectRow)],
      mcpServerDefinitionProviders: [{ id: 'binnacle', label: 'Binnacle' }],
    },
  };
}

const ENABLED = {
  type: 'boolean',
  default: false,
  markdownDescription: 'Whether MCP clients outside of VS Code reach this window over HTTP, on the loopback address and with a token.',
};
const PORT = {
  type: ['number', 'null'],
  default: 0,
  minimum: 0,
  maximum: 65_535,
  markdownDescription: 'The port of the HTTP server: `0` is any (the same one each time the folder is opened), `null` is none.',
};

// Also under the names by which users of another extension know them; ours are stronger.
const SERVER_SETTINGS: Readonly<Record<string, unknown>> = {
  'binnacle.enableHttpServer': { ...ENABLED, scope: 'window', order: 1 },
  'binnacle.httpPort': { ...PORT, scope: 'window', order: 2 },
  'binnacle.whenPortIsTaken': {
    type: 'string',
    enum: ['any', 'off'],
    enumDescriptions: ['Listen at any other port.', 'Stay off.'],
    default: 'any',
    scope: 'window',
    order: 3,
    markdownDescription: 'What to do where the port of `#binnacle.httpPort#` is taken or is none.',
  },
  'binnacle.agentTools': {
    type: 'string',
    enum: ['languageModelTools', 'mcpServer', 'off'],
    enumDescriptions: [
      'As tools of an extension; as an MCP server where VS Code has no such tools.',
      'As an MCP server, which VS Code starts when it needs it.',
      'Not at all.',
    ],
    default: 'languageModelTools',
    scope: 'window',
    order: 4,
    markdownDescription: 'How the agents of VS Code itself reach the tools.',
  },
  'vscode-mcp-proxy.enableHttpServer': {
    ...ENABLED,
    scope: 'window',
    order: 5,
    markdownDescription: 'The same as `#binnacle.enableHttpServer#`, which is stronger.',
  },
  'vscode-mcp-proxy.httpPort': { ...PORT, scope: 'window', order: 6, markdownDescription: 'The same as `#binnacle.httpPort#`, which is stronger.' },
};

// Those of the daemon, which all windows and agents of the user share: what is set here is written to its file. Never by a folder.
function mirroredSettings(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(settingShapes).map(([name, shape]) => {
      const { $schema: _, description, default: usual, ...schema } = z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' });
      const isOfMachine = MACHINES_OWN.has(name);
      return [
        `binnacle.${name}`,
        {
          ...schema,
          ...(usual !== undefined && !isOfMachine && { default: usual }),
          scope: 'application',
          markdownDescription: `${description ?? ''} For all windows and agents; written to Binnacle's own settings.`,
        },
      ];
    }),
  );
}

// What is usual differs from machine to machine.
const MACHINES_OWN: ReadonlySet<string> = new Set(['engineMemoryMb']);

function commandRow({ id, title, icon }: FaceCommand): Record<string, unknown> {
  return { command: id, title, category: 'Binnacle', icon: `$(${icon})` };
}

function toolRow({ name, title, description, inputSchema, needs }: Tool): Record<string, unknown> {
  return {
    name: toolId(name),
    displayName: title,
    toolReferenceName: camelCase(name),
    canBeReferencedInPrompt: true,
    modelDescription: description,
    userDescription: firstSentence(description),
    icon: '$(server)',
    tags: ['binnacle'],
    inputSchema,
    ...whenThere(needs),
  };
}

// Not to be referenced in prompts: an agent that sees it would see our own tool of the same use too.
function dialectRow({ name, tool, description, inputSchema }: DialectTool): Record<string, unknown> {
  return {
    name,
    displayName: catalogue.find(tool)?.title ?? name,
    modelDescription: description,
    userDescription: description,
    canBeReferencedInPrompt: false,
    inputSchema,
    ...whenThere(catalogue.find(tool)?.needs ?? []),
  };
}

function whenThere(needs: Tool['needs']): Record<string, unknown> {
  return needs.length === 0 ? {} : { when: needs.map((door) => `binnacle.has.${door}`).join(' && ') };
}

function camelCase(name: string): string {
  return name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/.exec(text)?.[0] ?? text;
}
