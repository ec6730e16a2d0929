// The TypeScript server inside VS Code: whether it has loaded what is open, and the problems it finds in a file.
import { setTimeout as pause } from 'node:timers/promises';
import * as vscode from 'vscode';
import { z } from 'zod';
import { milliseconds, seconds } from '../../base/waiting/duration.ts';
import type { Diagnostic, Severity } from '../../ide/doors/languages.ts';
import { cancelled } from '../../ide/errors/errors.ts';
import { compare } from '../../ide/text.ts';
import { ask, vscodeUri } from './ask.ts';

const LANGUAGES: ReadonlySet<string> = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);
const EXTENSION = 'vscode.typescript-language-features';
// The server is up a second or two after the first document; a loaded machine takes ten times that.
const LONGEST_START = seconds(30);
const BETWEEN_LOOKS = milliseconds(50);
// A server has answered some ten requests before anybody asks it anything.
const HIGH = 300;
const AT_ONCE = 50;
const MOST_ROUNDS = 20;

export class TypescriptServer {
  #registered = false;
  #start = 0;
  // Of the last request; a server that starts again counts from the beginning.
  #lastRequest = 0;
  // Said in every answer from then on: it will not be waited for again.
  #missing: string | undefined;

  speaks(language: string): boolean {
    return LANGUAGES.has(language);
  }

  // Returns when the server has loaded the projects of every open document; the sentence says why that is not known.
  async loaded(document: vscode.TextDocument, signal: AbortSignal): Promise<string | undefined> {
    await this.#untilRegistered(document, signal);
    if (this.#missing !== undefined) return this.#missing;
    // Another, syntactic server answers most questions while the projects load, from open files alone. This one goes to the server that loads, which
    // answers in order. After it, the extension knows that the projects are loaded.
    const ask = () => request('syntacticDiagnosticsSync', document.uri, signal);
    this.#count(await ask());
    // So high that a server which has just started is far below it.
    for (let rounds = 0; rounds < MOST_ROUNDS && this.#lastRequest < HIGH; rounds++)
      for (const answered of await Promise.all(Array.from({ length: AT_ONCE }, ask))) this.#count(answered);
    return undefined;
  }

  // Another number after each start of the server, as of the last time that it was waited for: what was asked in between it may have dropped.
  get start(): number {
    return this.#start;
  }

  // Settled, and of files that no editor shows; undefined when the server is not the one we know.
  async diagnostics(uri: string, signal: AbortSignal): Promise<readonly Diagnostic[] | undefined> {
    if (this.#missing !== undefined) return undefined;
    const found: Diagnostic[] = [];
    for (const command of ['syntacticDiagnosticsSync', 'semanticDiagnosticsSync', 'suggestionDiagnosticsSync'])
      found.push(...diagnosticsOf(await request(command, vscodeUri(uri), signal)));
    return found.sort((a, b) => compare(a.range.start, b.range.start) || (a.message < b.message ? -1 : 1));
  }

  #count(answered: unknown): void {
    const number = numbered.safeParse(answered).data?.request_seq;
    // Without a number it was dropped itself. Those that were asked together may be answered in another order.
    if (number === undefined || number < this.#lastRequest - AT_ONCE) this.#start += 1;
    this.#lastRequest = number ?? 0;
  }

  // The extension registers what it can do when its server has started; one of these things can be asked for.
  async #untilRegistered(document: vscode.TextDocument, signal: AbortSignal): Promise<void> {
    if (this.#registered || this.#missing !== undefined) return;
    const deadline = Date.now() + LONGEST_START;
    while (Date.now() < deadline) {
      if (signal.aborted) throw cancelled();
      if ((await ask('vscode.provideDocumentSemanticTokensLegend', [document.uri], signal)) !== undefined) {
        if (await hasRequests()) this.#registered = true;
        else this.#missing = 'This VS Code does not say whether TypeScript has loaded its projects.';
        return;
      }
      await pause(BETWEEN_LOOKS);
    }
    this.#missing = `The extension ${EXTENSION} of VS Code did not start within ${LONGEST_START / seconds(1)} seconds.`;
  }
}

async function hasRequests(): Promise<boolean> {
  return (await vscode.commands.getCommands(true)).includes('typescript.tsserverRequest');
}

function request(command: string, file: vscode.Uri, signal: AbortSignal): Promise<unknown> {
  return ask('typescript.tsserverRequest', [command, { file }], signal);
}

// The server counts lines and columns from 1.
const place = z.object({ line: z.number(), offset: z.number() });
const answer = z.object({
  body: z
    .array(z.object({ start: place, end: place, text: z.string(), category: z.string(), code: z.number().optional(), source: z.string().optional() }))
    .optional(),
});
const numbered = z.object({ request_seq: z.number() });
const SEVERITIES: Readonly<Record<string, Severity>> = { error: 'error', warning: 'warning', suggestion: 'hint', message: 'information' };

function diagnosticsOf(answered: unknown): readonly Diagnostic[] {
  return (answer.parse(answered).body ?? []).map(({ start, end, text, category, code, source }) => ({
    range: { start: { line: start.line - 1, character: start.offset - 1 }, end: { line: end.line - 1, character: end.offset - 1 } },
    severity: SEVERITIES[category] ?? 'error',
    message: text,
    source: source ?? 'ts',
    ...(code !== undefined && { code: String(code) }),
  }));
}
