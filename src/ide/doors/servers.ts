// Language servers that registries have: which there are, and fetching one into the user's cache, never into the project.
import type { Progress } from './languages.ts';

export interface LanguageServers {
  readonly consent: ServerConsent;
  list(): readonly ServerOffer[];
  // Whole or not at all. Throws server_not_fetched with what a person can do.
  install(id: string, signal: AbortSignal, progress: Progress): Promise<ServerOffer>;
}

// Whether a person is asked before one is fetched, as they have set it.
export type ServerConsent = 'ask' | 'always' | 'never';

export interface ServerOffer {
  readonly id: string;
  // What it serves.
  readonly language: string;
  readonly name: string;
  readonly version: string;
  // Such as npm.
  readonly registry: string;
  readonly megabytes: number;
  // Where it lies, once it does.
  readonly folder?: string;
  // Why it cannot be fetched here, as a sentence.
  readonly unavailable?: string;
}
