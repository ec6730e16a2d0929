// A function at the top of a file begins where its line does: behind an export list TypeScript indents it.
import ts from 'typescript';
import { formatOf } from '../../code/style.ts';
import { indentAt, shiftedText } from '../move/placing.ts';
import { changeAround, type MadeFunction, madeFunctionIn } from './madeFunction.ts';

export function flushLeft(text: string, path: string, made: MadeFunction, name: string): MadeFunction {
  const { changes, source, declaration } = made;
  const start = declaration.getStart(source);
  const indent = indentAt(source.text, start);
  const around = changeAround(changes, start);
  if (!ts.isSourceFile(declaration.parent) || indent === '' || around === undefined) return made;
  const moved = shiftedText(declaration, [], { indent: '', newLine: formatOf(text).newLineCharacter ?? '\n' });
  const flush = changes.map((change, index) => {
    if (index !== around.index) return change;
    const before = change.newText.slice(0, start - around.start - indent.length);
    return { span: change.span, newText: `${before}${moved}${change.newText.slice(declaration.end - around.start)}` };
  });
  return madeFunctionIn(text, path, flush, name);
}
