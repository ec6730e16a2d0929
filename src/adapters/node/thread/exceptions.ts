// An exception at which a thread has stopped, described with places of sources where maps lead there.
import type { DebugProtocol } from '@vscode/debugprotocol';
import { z } from 'zod';
import { evaluated } from '../cdp/cdp.ts';
import { noException } from '../session/refusals.ts';
import { pathOfUrl } from '../sources/paths.ts';
import { describe, typeName } from '../values/describe.ts';
import { withPreview } from '../values/variables.ts';
import type { JsThread } from './jsThread.ts';

type Described = DebugProtocol.ExceptionInfoResponse['body'] & {
  // Beyond the protocol: its class and those that it extends.
  readonly details: { readonly classes?: readonly string[] };
};

export async function exceptionInfo(thread: JsThread): Promise<Described> {
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
      ...(object.objectId !== undefined && { classes: await classesOf(thread, object.objectId) }),
    },
  };
}

// By the names that their constructors were given, without running anything of the program.
const CLASSES = `function () {
  const names = [];
  for (let next = Object.getPrototypeOf(this); next !== null && names.length < 50; next = Object.getPrototypeOf(next)) {
    const made = Object.getOwnPropertyDescriptor(next, 'constructor')?.value;
    const name = typeof made === 'function' && made !== Object ? Object.getOwnPropertyDescriptor(made, 'name')?.value : undefined;
    if (typeof name === 'string') names.push(name);
  }
  return names;
}`;

const names = z.array(z.string());

async function classesOf(thread: JsThread, objectId: string): Promise<readonly string[]> {
  const asked = { objectId, functionDeclaration: CLASSES, silent: true, returnByValue: true, throwOnSideEffect: true };
  const { result } = await thread.connection.post('Runtime.callFunctionOn', asked, evaluated);
  return names.safeParse(result.value).data ?? [];
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
