// The row of the JetBrains index plugin about what a symbol is, as a tool and as a resource.
import { z } from 'zod';
import { defineDialectTool } from './dialect.ts';
import { given, inCapitals, nearest, place, pointed, position } from './jetbrainsIndexWords.ts';

export const symbolAnswer = z.object({
  symbol: pointed,
  kind: z.string(),
  type: z.string(),
  documentation: z.string().optional(),
  declared: z.array(place),
  declaredTotal: z.number().optional(),
  container: z.string().optional(),
});

export const inspectSymbol = defineDialectTool({
  name: 'ide_inspect_symbol',
  tool: 'inspect_symbol',
  description: 'What the symbol at a position is: kind, type or signature, documentation, and where it is declared.',
  input: z.strictObject(position),
  answer: symbolAnswer,
  toArguments: ({ project_path, ...symbol }) => ({ symbol, ...given({ project_path }) }),
  toResult: ([answer], { given: asked }) => symbolInfo(answer, asked),
});

// The model has room for one place; further ones, such as merged declarations, stand beside it.
export function symbolInfo(answer: z.infer<typeof symbolAnswer>, asked: { readonly line: number; readonly column: number }): Record<string, unknown> {
  const { symbol, kind, type, documentation, declared, declaredTotal, container } = answer;
  const [first, ...others] = declared;
  const cut = declaredTotal === undefined ? {} : { otherDeclarationsTruncated: true, declarationsCount: declaredTotal };
  const otherDeclarations = others.length > 0 ? others : undefined;
  return {
    name: symbol.name,
    kind: inCapitals(kind),
    type,
    ...first,
    ...given({ documentation, container, otherDeclarations }),
    ...cut,
    ...nearest(symbol, asked),
  };
}
