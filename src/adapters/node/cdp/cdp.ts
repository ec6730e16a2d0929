// The words of the inspector protocol that we use, as V8 says them; everything that comes from a debuggee passes through here.
import { z } from 'zod';

const primitive = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const propertyPreview = z.object({
  name: z.string(),
  type: z.string(),
  value: z.string().optional(),
  subtype: z.string().optional(),
});
const entryPart = z.object({ type: z.string(), subtype: z.string().optional(), description: z.string().optional(), overflow: z.boolean().optional() });
const objectPreview = z.object({
  overflow: z.boolean(),
  properties: z.array(propertyPreview),
  entries: z.array(z.object({ key: entryPart.optional(), value: entryPart })).optional(),
});

export const remoteObject = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  className: z.string().optional(),
  value: z.unknown().optional(),
  unserializableValue: z.string().optional(),
  description: z.string().optional(),
  objectId: z.string().optional(),
  preview: objectPreview.optional(),
});

const location = z.object({ scriptId: z.string(), lineNumber: z.number(), columnNumber: z.number().default(0) });

const scope = z.object({
  type: z.string(),
  object: remoteObject,
  name: z.string().optional(),
  startLocation: location.optional(),
  endLocation: location.optional(),
});

const callFrame = z.object({
  callFrameId: z.string(),
  functionName: z.string(),
  functionLocation: location.optional(),
  location,
  url: z.string().default(''),
  scopeChain: z.array(scope),
  this: remoteObject,
  returnValue: remoteObject.optional(),
  canBeRestarted: z.boolean().optional(),
});

const stackTraceId = z.object({ id: z.string(), debuggerId: z.string().optional() });
const runtimeFrame = z.object({ functionName: z.string(), scriptId: z.string(), url: z.string(), lineNumber: z.number(), columnNumber: z.number() });
export const stackTrace = z.object({
  description: z.string().optional(),
  callFrames: z.array(runtimeFrame),
  get parent() {
    return stackTrace.optional();
  },
  parentId: stackTraceId.optional(),
});

export const pausedEvent = z.object({
  callFrames: z.array(callFrame),
  reason: z.string(),
  data: z.record(z.string(), z.unknown()).optional(),
  hitBreakpoints: z.array(z.string()).optional(),
  asyncStackTrace: stackTrace.optional(),
  asyncStackTraceId: stackTraceId.optional(),
});

export const scriptParsedEvent = z.object({
  scriptId: z.string(),
  url: z.string(),
  startLine: z.number(),
  startColumn: z.number(),
  endLine: z.number(),
  endColumn: z.number(),
  executionContextId: z.number(),
  sourceMapURL: z.string().optional(),
  isModule: z.boolean().optional(),
  scriptLanguage: z.string().optional(),
});

export const breakpointResolvedEvent = z.object({ breakpointId: z.string(), location });
export const instrumentation = z.object({ breakpointId: z.string() });
export const boundBreakpoint = z.object({ breakpointId: z.string(), locations: z.array(location) });

const exceptionDetails = z.object({
  text: z.string(),
  exception: remoteObject.optional(),
  lineNumber: z.number().optional(),
  columnNumber: z.number().optional(),
});
export const evaluated = z.object({ result: remoteObject, exceptionDetails: exceptionDetails.optional() });

const property = z.object({
  name: z.string(),
  value: remoteObject.optional(),
  get: remoteObject.optional(),
  set: remoteObject.optional(),
  writable: z.boolean().optional(),
  enumerable: z.boolean().optional(),
  isOwn: z.boolean().optional(),
  wasThrown: z.boolean().optional(),
});
export const properties = z.object({
  result: z.array(property),
  internalProperties: z.array(z.object({ name: z.string(), value: remoteObject.optional() })).optional(),
  privateProperties: z.array(property.pick({ name: true, value: true, get: true, set: true })).optional(),
  exceptionDetails: exceptionDetails.optional(),
});

export const possibleBreakpoints = z.object({ locations: z.array(location.extend({ type: z.string().optional() })) });
export const scriptSource = z.object({ scriptSource: z.string() });

export const bindingCalledEvent = z.object({ name: z.string(), payload: z.string() });
export const consoleCalledEvent = z.object({ type: z.string(), args: z.array(remoteObject), stackTrace: stackTrace.optional() });

export const workerAttachedEvent = z.object({
  sessionId: z.string(),
  workerInfo: z.object({ workerId: z.string(), type: z.string(), title: z.string(), url: z.string() }),
  waitingForDebugger: z.boolean(),
});
export const workerDetachedEvent = z.object({ sessionId: z.string() });
export const workerMessageEvent = z.object({ sessionId: z.string(), message: z.string() });

export const nothing = z.unknown();

export type RemoteObject = z.output<typeof remoteObject>;
export type ScriptLocation = z.output<typeof location>;
export type CallFrame = z.output<typeof callFrame>;
export type StackTrace = z.output<typeof stackTrace>;
export type PausedEvent = z.output<typeof pausedEvent>;
export type ScriptParsedEvent = z.output<typeof scriptParsedEvent>;
export type ExceptionDetails = z.output<typeof exceptionDetails>;
export type Property = z.output<typeof property>;
export type ObjectPreview = z.output<typeof objectPreview>;

// How a value is handed back to the debuggee.
export type CallArgument = { readonly objectId: string } | { readonly unserializableValue: string } | { readonly value: unknown };

export function argumentOf(object: RemoteObject): CallArgument {
  if (object.objectId !== undefined) return { objectId: object.objectId };
  if (object.unserializableValue !== undefined) return { unserializableValue: object.unserializableValue };
  return object.type === 'undefined' ? { unserializableValue: 'undefined' } : { value: primitive.parse(object.value) };
}
