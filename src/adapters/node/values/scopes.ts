// The scopes of a frame in the words of DAP.
import type { DebugProtocol } from '@vscode/debugprotocol';
import type { CallFrame } from '../cdp/cdp.ts';
import type { JsFrame } from '../thread/frames.ts';
import type { ValueStore } from './values.ts';

const NAMES: Record<string, string> = {
  local: 'Local',
  closure: 'Closure',
  block: 'Block',
  catch: 'Catch',
  module: 'Module',
  script: 'Script',
  global: 'Global',
  with: 'With',
  eval: 'Eval',
};

export function scopesOf(frame: JsFrame, values: ValueStore): DebugProtocol.Scope[] {
  const { call, thread } = frame;
  if (call === undefined) return [];
  const scopes: DebugProtocol.Scope[] = call.scopeChain.map((scope, index) => {
    const reference = values.add({ kind: 'scope', thread, call, index });
    return {
      name: nameOf(scope),
      variablesReference: reference,
      expensive: scope.type === 'global',
      ...((scope.type === 'local' || scope.type === 'block' || scope.type === 'catch') && { presentationHint: 'locals' }),
    };
  });
  const { exception } = thread.paused().reason;
  if (exception === undefined || frame.call !== thread.paused().event.callFrames[0]) return scopes;
  return [{ name: 'Exception', variablesReference: values.add({ kind: 'exception', thread, object: exception.object }), expensive: false }, ...scopes];
}

function nameOf({ type, name }: CallFrame['scopeChain'][number]): string {
  const known = NAMES[type] ?? type;
  return name ? `${known}: ${name}` : known;
}
