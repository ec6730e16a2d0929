// Every command that can be given a project as its IDE.
import type { CompanionAgent } from './agent.ts';
import { claude } from './claude.ts';
import { COMPANION_NAMES, type CompanionName } from './companionNames.ts';
import { gemini } from './gemini.ts';
import { qwen } from './qwen.ts';

export const agentNamed: Readonly<Record<CompanionName, CompanionAgent>> = { claude, gemini, qwen };
export const companionAgents: readonly CompanionAgent[] = COMPANION_NAMES.map((name) => agentNamed[name]);
