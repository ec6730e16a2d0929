// The commands that can be given a project as their IDE, by name; a file of its own, because the command line lists them before it needs anything else.
export const companionNames = {
  claude: { title: 'Claude Code', package: '@anthropic-ai/claude-code' },
  gemini: { title: 'Gemini CLI', package: '@google/gemini-cli' },
  qwen: { title: 'Qwen Code', package: '@qwen-code/qwen-code' },
} as const;

export type CompanionName = keyof typeof companionNames;

// The names in the order of the table.
export const COMPANION_NAMES: readonly CompanionName[] = ['claude', 'gemini', 'qwen'];
