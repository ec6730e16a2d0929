// What declares something in Python.
import { type DeclarationRow, directlyIn, NAME, named } from '../declarationRow.ts';

export const python: readonly DeclarationRow[] = [
  ...named('class', 'class_definition'),
  ...named('function', 'function_definition'),
  { as: 'class', node: 'type_alias_statement', name: { field: 'left', has: { kind: 'identifier', pattern: NAME, stopBy: 'end' } } },
  { as: 'variable', node: 'assignment', name: { field: 'left', kind: 'identifier', pattern: NAME }, where: directlyIn('expression_statement') },
  { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn('pattern_list', directlyIn('assignment', { field: 'left' })) },
];
