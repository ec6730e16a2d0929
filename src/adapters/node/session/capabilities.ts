// What the adapter can do, as DAP asks it.
import type { DebugProtocol } from '@vscode/debugprotocol';

export const capabilities: DebugProtocol.Capabilities = {
  supportsConfigurationDoneRequest: true,
  supportsFunctionBreakpoints: true,
  supportsConditionalBreakpoints: true,
  supportsHitConditionalBreakpoints: true,
  supportsLogPoints: true,
  supportsBreakpointLocationsRequest: true,
  supportsEvaluateForHovers: true,
  supportsSetVariable: true,
  supportsSetExpression: true,
  supportsCompletionsRequest: true,
  completionTriggerCharacters: ['.'],
  supportsExceptionInfoRequest: true,
  supportsExceptionFilterOptions: true,
  supportsRestartFrame: true,
  supportsRestartRequest: true,
  supportsTerminateRequest: true,
  supportTerminateDebuggee: true,
  supportsLoadedSourcesRequest: true,
  supportsDelayedStackTraceLoading: true,
  supportsValueFormattingOptions: false,
  supportsClipboardContext: true,
  exceptionBreakpointFilters: [
    {
      filter: 'all',
      label: 'Caught Exceptions',
      description: 'Stop at every exception that is thrown in code that is no library; with a condition also there.',
      default: false,
      supportsCondition: true,
      conditionDescription: 'An expression on "error", such as error.code === "ENOENT"',
    },
    {
      filter: 'uncaught',
      label: 'Uncaught Exceptions',
      description: 'Stop at an exception that nothing will catch.',
      default: true,
      supportsCondition: true,
      conditionDescription: 'An expression on "error", such as error.name === "TypeError"',
    },
  ],
};
