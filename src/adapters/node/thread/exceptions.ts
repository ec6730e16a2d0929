// An exception at which a thread has stopped, described with places of sources where maps lead there.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { noException } from '../session/refusals.ts';
import { pathOfUrl } from '../sources/paths.ts';
import { describe, typeName } from '../values/describe.ts';
import { withPreview } from '../values/variables.ts';
import type { JsThread } from './jsThread.ts';

export async function exceptionInfo(thread: JsThread): Promise<DebugProtocol.ExceptionInfoResponse['body']> {
  const { exception } = thread.paused().reason;
  if (exception === undefined) throw noException(thread.name);
  const { object, uncaught } = exception;
  const isError = object.subtype === 'error';
  const stack = isError ? mappedStack(thread, object.description ?? '') : undefined;
  const description = isError ? describe(object) : `throws ${describe(await withPreview(thread, object))}`;
  return {
    exceptionId: typeName(object),
    description,
    breakMode: uncaught ? 'unhandled' : 'always',
    details: {
      message: description.replace(/^[\w$.]+: /, ''),
      typeName: typeName(object),
      ...(stack !== undefined && { stackTrace: stack }),
    },
  };
}

// V8 prints positions of what it runs.
function mappedStack(thread: JsThread, text: string): string {
  return text.replace(/((?:file:\/\/|\/|[A-Za-z]:\\)[^\s():]*(?::\\?[^\s():]+)?):(\d+):(\d+)/g, (whole, url: string, line: string, column: string) => {
    const path = pathOfUrl(url);
    const script = [...thread.scripts()].find((candidate) => candidate.path === path && candidate.mapUrl !== undefined);
    const place = script?.placeOf({ lineNumber: Number(line) - 1, columnNumber: Number(column) - 1 });
    return place?.source === undefined ? whole : `${place.source}:${place.line + 1}:${place.column + 1}`;
  });
}
