// What the web is written in besides scripts: JSON, HTML, style sheets and YAML.
import { NODE_ENVIRONMENT, REINSTALL } from '../../../../machine/programs/ourEngines.ts';
import { installedFile } from '../engine/installed.ts';
import { noPackages } from '../engine/installedPackages.ts';
import type { Language } from '../engine/language/language.ts';
import { brought, nodeServer } from '../engine/language/usualServers.ts';
import { CssServer, HtmlServer } from './documents.ts';
import { JsonServer } from './json.ts';
import { NOWHERE, YamlServer } from './yaml.ts';

export const web: Language = {
  name: 'Web',
  servers: [
    {
      id: 'json',
      languages: [
        { id: 'json', extensions: ['.json'] },
        { id: 'jsonc', extensions: ['.jsonc', '.code-workspace'] },
      ],
      rootMarkers: [],
      alsoReads: [],
      origin: { npm: 'vscode-langservers-extracted' },
      command: () => ({
        program: process.execPath,
        args: [installedFile('vscode-langservers-extracted', 'bin', 'vscode-json-language-server'), '--stdio'],
        environment: NODE_ENVIRONMENT,
      }),
      install: REINSTALL,
      untrustedProject: 'It parses JSON and reads schemas from files; it runs nothing.',
      diagnosesClosedFiles: false,
      checksCopies: true,
      findsSymbols: false,
      installMarks: noPackages,
      initializationOptions: { provideFormatter: true, handledSchemaProtocols: ['file'] },
      middleware: (session) => new JsonServer(session),
    },
    {
      ...brought,
      id: 'html',
      languages: [{ id: 'html', extensions: ['.html', '.htm', '.xhtml'] }],
      origin: { npm: 'vscode-langservers-extracted' },
      command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-html-language-server'),
      untrustedProject: 'It parses HTML with the styles and scripts in it; it runs nothing.',
      initializationOptions: { provideFormatter: true, embeddedLanguages: { css: true, javascript: true }, handledSchemas: ['file'] },
      middleware: (session) => new HtmlServer(session),
    },
    {
      ...brought,
      id: 'css',
      languages: [
        { id: 'css', extensions: ['.css'] },
        { id: 'scss', extensions: ['.scss'] },
        { id: 'less', extensions: ['.less'] },
      ],
      origin: { npm: 'vscode-langservers-extracted' },
      command: () => nodeServer('vscode-langservers-extracted', 'bin/vscode-css-language-server'),
      untrustedProject: 'It parses style sheets; it runs nothing.',
      initializationOptions: { provideFormatter: true, handledSchemas: ['file'] },
      middleware: (session) => new CssServer(session),
    },
    {
      ...brought,
      id: 'yaml',
      languages: [{ id: 'yaml', extensions: ['.yaml', '.yml'] }],
      origin: { npm: 'yaml-language-server' },
      // It fetches schemas before it has been asked not to.
      command: () =>
        nodeServer('yaml-language-server', 'bin/yaml-language-server', {
          HTTP_PROXY: NOWHERE,
          HTTPS_PROXY: NOWHERE,
          http_proxy: NOWHERE,
          https_proxy: NOWHERE,
          NO_PROXY: undefined,
          no_proxy: undefined,
        }),
      untrustedProject: 'It parses YAML and reads schemas from files; it runs nothing and fetches nothing.',
      middleware: (session) => new YamlServer(session),
    },
  ],
};
