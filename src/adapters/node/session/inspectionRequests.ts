// Requests that look at a program: its stack, its variables, its expressions, its sources.
import { z } from 'zod';
import { exceptionInfo } from '../thread/exceptions.ts';
import type { JsFrame } from '../thread/frames.ts';
import type { JsThread } from '../thread/jsThread.ts';
import { describe, typeName } from '../values/describe.ts';
import { completions, type Evaluation, evaluate, GLANCE_BOUND, PROMPT_BOUND, setInContainer } from '../values/evaluating.ts';
import { scopesOf } from '../values/scopes.ts';
import { memberPath, VariableReader } from '../values/variables.ts';
import { type Handlers, handler } from './handler.ts';
import { frameOfThePast, nothingRuns } from './refusals.ts';
import type { NodeDebugSession } from './session.ts';

const ofThread = z.looseObject({ threadId: z.number() });
const ofStack = z.looseObject({ threadId: z.number(), startFrame: z.number().optional(), levels: z.number().optional() });
const ofFrame = z.looseObject({ frameId: z.number() });
const ofVariables = z.looseObject({
  variablesReference: z.number(),
  filter: z.enum(['indexed', 'named']).optional(),
  start: z.number().optional(),
  count: z.number().optional(),
});
const setting = z.looseObject({ variablesReference: z.number(), name: z.string(), value: z.string() });
const settingExpression = z.looseObject({ expression: z.string(), value: z.string(), frameId: z.number().optional() });
const evaluating = z.looseObject({
  expression: z.string(),
  frameId: z.number().optional(),
  context: z.string().optional(),
  // Beyond the protocol: which thread is meant without a frame, and a promise that nothing changes.
  threadId: z.number().optional(),
  throwOnSideEffect: z.boolean().optional(),
});
const completing = z.looseObject({ text: z.string(), column: z.number(), line: z.number().optional(), frameId: z.number().optional() });
const ofSource = z.looseObject({
  source: z.looseObject({ path: z.string().optional(), sourceReference: z.number().optional() }).optional(),
  sourceReference: z.number().default(0),
});

export function inspectionHandlers(session: NodeDebugSession): Handlers {
  const { values, frames, sources } = session;
  const variables = new VariableReader(values);

  // Without a frame the thread that stopped is meant, else the first.
  const where = (frameId: number | undefined, threadId?: number): { thread: JsThread; frame: JsFrame | undefined } => {
    if (frameId !== undefined && frameId !== 0) {
      const frame = frames.frame(frameId);
      if (frame.call === undefined) throw frameOfThePast(frame.name);
      return { thread: frame.thread, frame };
    }
    const debuggee = session.running();
    const { threads } = debuggee;
    const thread = threadId === undefined ? (threads.find(({ pause }) => pause !== undefined) ?? threads[0]) : debuggee.thread(threadId);
    if (thread === undefined) throw nothingRuns();
    return { thread, frame: undefined };
  };

  const evaluationOf = (expression: string, context: string | undefined, asked: boolean | undefined): Evaluation => ({
    expression,
    withoutSideEffects: asked ?? (context === 'hover' || session.debuggee?.settings.evaluation === 'no side effects'),
    bound: context === 'repl' || context === undefined || context === 'clipboard' ? PROMPT_BOUND : GLANCE_BOUND,
  });

  return {
    stackTrace: handler(ofStack, async ({ threadId, startFrame = 0, levels = 0 }) => {
      const stack = await frames.stackOf(session.running().thread(threadId));
      const part = stack.slice(startFrame, levels === 0 ? undefined : startFrame + levels);
      return { stackFrames: part.map((frame) => frames.toDap(frame, session.counting)), totalFrames: stack.length };
    }),
    scopes: handler(ofFrame, ({ frameId }) => ({ scopes: scopesOf(frames.frame(frameId), values) })),
    variables: handler(ofVariables, async ({ variablesReference, ...page }) => ({
      variables: await variables.childrenOf(values.get(variablesReference), page),
    })),
    setVariable: handler(setting, async ({ variablesReference, name, value }) => {
      const container = values.get(variablesReference);
      const { thread } = container;
      const frame = container.kind === 'scope' ? (await frames.stackOf(thread)).find(({ call }) => call === container.call) : undefined;
      const top = frame ?? (thread.pause === undefined ? undefined : (await frames.stackOf(thread))[0]);
      const set = await evaluate({ thread, frame: top?.call === undefined ? undefined : top }, evaluationOf(value, 'repl', undefined));
      await setInContainer(container, name, set);
      const path = container.kind === 'scope' ? name : container.kind === 'object' ? memberPath(container.path, name) : undefined;
      const { name: _name, evaluateName: _path, ...shown } = variables.toVariable(thread, name, set, path);
      return shown;
    }),
    setExpression: handler(settingExpression, async ({ expression, value, frameId }) => {
      const at = where(frameId);
      const {
        name: _name,
        evaluateName: _path,
        ...shown
      } = variables.toVariable(at.thread, expression, await evaluate(at, evaluationOf(`${expression} = (${value}\n)`, 'repl', undefined)), expression);
      return shown;
    }),
    evaluate: handler(evaluating, async ({ expression, frameId, context, threadId, throwOnSideEffect }) => {
      const at = where(frameId, threadId);
      const object = await evaluate(at, evaluationOf(expression, context, throwOnSideEffect));
      const { variablesReference, indexedVariables } = variables.toVariable(at.thread, expression, object, expression);
      const result = context === 'clipboard' && typeof object.value === 'string' ? object.value : describe(object);
      return { result, type: typeName(object), variablesReference, ...(indexedVariables !== undefined && { indexedVariables }) };
    }),
    completions: handler(completing, async ({ text, column, line = session.counting.line(0), frameId }) => {
      const lines = text.split('\n').slice(0, session.counting.fromLine(line) + 1);
      const last = (lines.pop() ?? '').slice(0, session.counting.fromColumn(column));
      return { targets: await completions(where(frameId), last) };
    }),
    exceptionInfo: handler(ofThread, ({ threadId }) => exceptionInfo(session.running().thread(threadId))),
    source: handler(ofSource, async ({ source, sourceReference }) => {
      const reference = source?.sourceReference || sourceReference;
      const content = reference === 0 && source?.path !== undefined ? sources.textOfFile(source.path) : await sources.textOf(reference);
      return { content, mimeType: 'text/javascript' };
    }),
    loadedSources: handler(z.looseObject({}), () => {
      const all = new Map(
        (session.debuggee?.threads ?? []).flatMap((thread) =>
          [...thread.scripts()]
            .filter(({ url }) => url !== '' && !thread.host.isOwnScript(url))
            .flatMap((script) => {
              const from = script.map?.sources ?? [];
              return (from.length === 0 ? [undefined] : from).map((source) => sources.sourceOf(thread, { script, source }));
            })
            .map((source) => [source.path ?? source.name, source] as const),
        ),
      );
      return { sources: [...all.values()] };
    }),
  };
}
