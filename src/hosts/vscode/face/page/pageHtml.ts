// The page of the window as a webview shows it: the built one with addresses that VS Code serves and a policy of its own; or why there is none.
import { randomBytes } from 'node:crypto';
import { NONCE_PLACEHOLDER } from '../../../../dashboard/protocol/opening.ts';

export interface PageAddresses {
  // Where VS Code serves what lies in the folder of the page.
  addressOf(file: string): string;
  // What may be loaded from there, in the words of a policy.
  readonly source: string;
}

const ASSET = /^assets\/[\w.-]+$/;
const LINK = /<(link rel="stylesheet" href|script type="module" src)="([^"]*)"/g;
// It would be asked for where nobody serves one.
const ICON = /\s*<link rel="icon"[^>]*>/;

// Undefined where the shell is not of the kind that we build.
export function pageHtml(shell: string, { addressOf, source }: PageAddresses): string | undefined {
  const nonce = newNonce();
  const assets = [...shell.matchAll(LINK)].map(([, , file = '']) => file);
  if (assets.length < 2 || assets.some((file) => !ASSET.test(file))) return undefined;
  return shell
    .replace(ICON, '')
    .replaceAll(NONCE_PLACEHOLDER, nonce)
    .replaceAll(LINK, (_, tag: string, file: string) => `<${tag}="${addressOf(file)}"${tag.startsWith('script') ? ` nonce="${nonce}"` : ''}`)
    .replace('<meta charset="utf-8" />', `<meta charset="utf-8" />${policy(nonce, source)}`)
    .replace('<body>', '<body class="in-editor">');
}

export interface MissingPage {
  readonly title: string;
  readonly message: string;
  // What a person runs about it.
  readonly command: string;
}

export function missingHtml({ title, message, command }: MissingPage): string {
  const nonce = newNonce();
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />${policy(nonce, '')}
    <style nonce="${nonce}">
      body { padding: 16px; line-height: 1.5; }
      h1 { font-size: 1.1em; margin: 0 0 8px; }
      code { font-family: var(--vscode-editor-font-family); }
      button { background: var(--vscode-button-background); border: 1px solid var(--vscode-button-border, transparent); border-radius: 2px;
        color: var(--vscode-button-foreground); cursor: pointer; font: inherit; margin: 4px 8px 4px 0; padding: 4px 12px; }
      button.second { background: var(--vscode-button-secondaryBackground); color: var(--vscode-button-secondaryForeground); }
    </style>
  </head>
  <body>
    <h1>${escaped(title)}</h1>
    <p>${escaped(message)}</p>
    <p><code>${escaped(command)}</code></p>
    <button type="button" id="install">Write it into a terminal</button>
    <button type="button" id="reload" class="second">Look again</button>
    <script nonce="${nonce}">
      const api = acquireVsCodeApi();
      for (const kind of ['install', 'reload']) document.getElementById(kind).addEventListener('click', () => api.postMessage({ kind }));
    </script>
  </body>
</html>
`;
}

// Scripts are those of this answer and what they import; a module hands its nonce on.
function policy(nonce: string, source: string): string {
  const rules = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `img-src ${source} data:`,
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `\n    <meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />`;
}

function newNonce(): string {
  return randomBytes(18).toString('base64url');
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
