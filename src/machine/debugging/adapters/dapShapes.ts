// The answers and events of debug adapters, as far as they are read here: what else an adapter sends is left alone.
import { z } from 'zod';

export const Capabilities = z.looseObject({
  supportsConfigurationDoneRequest: z.boolean().optional(),
  supportsFunctionBreakpoints: z.boolean().optional(),
  supportsConditionalBreakpoints: z.boolean().optional(),
  supportsHitConditionalBreakpoints: z.boolean().optional(),
  supportsLogPoints: z.boolean().optional(),
  supportsSetVariable: z.boolean().optional(),
  supportsTerminateRequest: z.boolean().optional(),
  supportsExceptionInfoRequest: z.boolean().optional(),
  supportsDataBreakpoints: z.boolean().optional(),
  supportsCancelRequest: z.boolean().optional(),
  supportsExceptionFilterOptions: z.boolean().optional(),
  exceptionBreakpointFilters: z.array(z.looseObject({ filter: z.string(), label: z.string().optional(), default: z.boolean().optional() })).optional(),
});
export type Capabilities = z.output<typeof Capabilities>;

export const CapabilitiesEvent = z.looseObject({ capabilities: Capabilities });

const Source = z.looseObject({ path: z.string().optional(), name: z.string().optional(), presentationHint: z.string().optional() });

export const BoundBreakpoint = z.looseObject({
  id: z.number().optional(),
  verified: z.boolean().default(false),
  message: z.string().optional(),
  line: z.number().optional(),
  // Where it was put, which need not be where it was asked for.
  source: z.looseObject({ path: z.string().optional(), name: z.string().optional() }).nullish(),
});
export type BoundBreakpoint = z.output<typeof BoundBreakpoint>;

export const SetBreakpointsAnswer = z.looseObject({ breakpoints: z.array(BoundBreakpoint).default([]) });
export const DataBreakpointInfoAnswer = z.looseObject({
  dataId: z
    .string()
    .nullish()
    .transform((id) => id ?? null),
  description: z.string().default(''),
});
export const BreakpointEvent = z.looseObject({ reason: z.string().optional(), breakpoint: BoundBreakpoint });

// Of code of ours inside a program: which breakpoints are about to stop it.
export const HitEvent = z.looseObject({ ids: z.array(z.number()) });

export const StoppedEvent = z.looseObject({
  reason: z.string(),
  description: z.string().optional(),
  text: z.string().nullish(),
  threadId: z.number().optional(),
  allThreadsStopped: z.boolean().optional(),
  hitBreakpointIds: z.array(z.number()).nullish(),
});
export type StoppedEvent = z.output<typeof StoppedEvent>;

export const ContinuedEvent = z.looseObject({ threadId: z.number().optional(), allThreadsContinued: z.boolean().optional() });
export const ContinueAnswer = z.looseObject({ allThreadsContinued: z.boolean().optional() }).default({});
export const ExitedEvent = z.looseObject({ exitCode: z.number() });
export const ProcessEvent = z.looseObject({ name: z.string().optional(), systemProcessId: z.number().optional() });
export const OutputEvent = z.looseObject({ category: z.string().nullish(), output: z.string().default('') });
export const ThreadEvent = z.looseObject({ reason: z.string(), threadId: z.number() });

export const ThreadsAnswer = z.looseObject({
  threads: z.array(z.looseObject({ id: z.number(), name: z.string().default(''), group: z.string().optional() })).default([]),
});

export const StackAnswer = z.looseObject({
  stackFrames: z
    .array(
      z.looseObject({
        id: z.number(),
        name: z.string().default(''),
        source: Source.nullish(),
        line: z.number().default(0),
        column: z.number().default(0),
        presentationHint: z.string().nullish(),
      }),
    )
    .default([]),
  totalFrames: z.number().nullish(),
});

export const ScopesAnswer = z.looseObject({
  scopes: z.array(z.looseObject({ name: z.string(), variablesReference: z.number(), expensive: z.boolean().default(false) })).default([]),
});

const Variable = z.looseObject({
  name: z.string(),
  value: z.string().default(''),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
  indexedVariables: z.number().nullish(),
});
export const VariablesAnswer = z.looseObject({ variables: z.array(Variable).default([]) });

export const SetVariableAnswer = z.looseObject({
  value: z.string().default(''),
  type: z.string().nullish(),
  variablesReference: z.number().nullish(),
  indexedVariables: z.number().nullish(),
});

export const EvaluateAnswer = z.looseObject({
  result: z.string().default(''),
  type: z.string().nullish(),
  variablesReference: z.number().default(0),
  indexedVariables: z.number().nullish(),
});

export const ExceptionInfoAnswer = z.looseObject({
  exceptionId: z.string().default(''),
  description: z.string().nullish(),
  breakMode: z.string().nullish(),
  details: z
    .looseObject({ message: z.string().nullish(), typeName: z.string().nullish(), fullTypeName: z.string().nullish(), classes: z.array(z.string()).nullish() })
    .nullish(),
});

// What an adapter asks of its client when the program has started another.
export const StartDebugging = z.looseObject({ request: z.enum(['launch', 'attach']), configuration: z.record(z.string(), z.unknown()) });
