// What declares something in Go.
import { child, type DeclarationRow, deep, directlyIn, field, named, OF } from '../declarationRow.ts';

export const go: readonly DeclarationRow[] = [
  { as: 'struct', node: 'type_spec', name: field('name'), where: { has: { field: 'type', kind: 'struct_type' } } },
  { as: 'interface', node: 'type_spec', name: field('name'), where: { has: { field: 'type', kind: 'interface_type' } } },
  ...named('class', 'type_spec', 'type_alias'),
  ...named('function', 'function_declaration'),
  {
    as: 'method',
    node: 'method_declaration',
    name: field('name'),
    of: { field: 'receiver', has: { kind: 'type_identifier', pattern: OF, stopBy: 'end' } },
    header: true,
  },
  ...named('method', 'method_elem'),
  ...named('field', 'field_declaration'),
  { as: 'field', node: 'field_identifier', name: 'itself', where: directlyIn('field_declaration') },
  // An embedded type is a field of its own name.
  {
    as: 'field',
    node: 'field_declaration',
    name: { field: 'type', any: [child('type_identifier'), { has: deep('type_identifier') }] },
    where: { not: { has: { field: 'name', kind: 'field_identifier' } } },
  },
  ...named('constant', 'const_spec'),
  { as: 'constant', node: 'identifier', name: 'itself', where: directlyIn('const_spec') },
  ...named('variable', 'var_spec'),
  { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn('var_spec') },
];
