// The dialect of the bridge for Copilot: tools that are called by name or by path, and answer with numbered lines of text and rows.
import type { IdeError } from '../ide/errors/errors.ts';
import { adviceIn } from './advice.ts';
import { createScratchFile, formatCode, optimizeImports, writeFile } from './copilotBridgeEditing.ts';
import { gitTools } from './copilotBridgeGit.ts';
import { ownTools } from './copilotBridgeOwn.ts';
import { downloadSources, fileOutline, listProjectFiles, projectInfo, readFile } from './copilotBridgeProject.ts';
import { refactoringTools } from './copilotBridgeRefactoring.ts';
import { runningTools } from './copilotBridgeRunning.ts';
import { documentation, findReferences, problems, searchSymbols } from './copilotBridgeSymbols.ts';
import { coverage, listTests, runTests, testResults } from './copilotBridgeTests.ts';
import type { Dialect } from './dialect.ts';

const tools = [
  searchSymbols,
  fileOutline,
  findReferences,
  listProjectFiles,
  listTests,
  runTests,
  testResults,
  coverage,
  projectInfo,
  problems,
  readFile,
  writeFile,
  optimizeImports,
  formatCode,
  documentation,
  downloadSources,
  createScratchFile,
  ...gitTools,
  ...runningTools,
  ...refactoringTools,
  ...ownTools,
];

export const copilotBridge: Dialect = {
  name: 'copilotBridge',
  identity: { name: 'intellij-code-tools' },
  tools,
  resources: [],
  templates: [],
  rules: {
    heading: 'IMPORTANT TOOL USAGE RULES:',
    rules: [
      { tools: ['intellij_write_file'], rule: "ALWAYS use 'intellij_write_file' for ALL file writes and edits. Each of them can be undone." },
      { tools: ['intellij_read_file'], rule: "ALWAYS use 'intellij_read_file' for ALL file reads. It reads the live text, which may have unsaved changes." },
      {
        tools: ['optimize_imports', 'format_code'],
        rule: "After making ANY code changes, ALWAYS run 'optimize_imports' and 'format_code' on each changed file.",
      },
      { tools: ['get_problems'], rule: "Use 'get_problems' to check for warnings and errors after changes." },
      {
        tools: ['search_symbols', 'find_references', 'get_file_outline', 'list_project_files'],
        rule: 'PREFER these tools (search_symbols, find_references, get_file_outline, list_project_files) over grep/glob for code navigation.',
      },
    ],
  },
  errorNumbers: { unknown_tool: -32602, invalid_arguments: -32602, internal_error: -32603 },
  // What the caller can fix is 400.
  statuses: {
    not_permitted: 403,
    unknown_tool: 404,
    internal_error: 500,
    timed_out: 500,
    cancelled: 500,
    fetch_failed: 500,
    package_manager_missing: 500,
    engine_failed: 500,
    engine_unavailable: 500,
    answer_too_large: 500,
    git_missing: 500,
    git_failed: 500,
    remote_unreachable: 500,
    repository_busy: 500,
  },
  errorBody(error) {
    if (error.code === 'unknown_tool') return { error: `Tool not found: ${String(error.details['tool'])}`, details: available(error) };
    return { error: error.message, details: details(error) };
  },
  errorText: (error) => [error.message, details(error)].filter((text) => text !== '').join(' '),
};

const advice = adviceIn(tools);

function details(error: IdeError): string {
  if (error.code === 'unknown_tool') return `${error.next} ${available(error)}`;
  const { candidates } = error.details;
  const listed = Array.isArray(candidates) ? candidates.map(candidateText) : [];
  const next = error.code === 'ambiguous_symbol' ? 'Call again with path and line of the one you mean, or with its whole name.' : advice(error);
  return [next ?? '', ...(listed.length > 0 ? [`Candidates: ${listed.join('; ')}.`] : [])].join(' ').trim();
}

function available({ details: { available: names } }: IdeError): string {
  return `Available tools: ${Array.isArray(names) ? names.join(', ') : 'see tools/list'}`;
}

// A file by its name, or a symbol by its place.
function candidateText(candidate: unknown): string {
  if (typeof candidate !== 'object' || candidate === null || !('name' in candidate)) return String(candidate);
  const { name, file, line } = { file: '', line: '', ...candidate };
  return `${String(name)} at ${file}:${line}`;
}
