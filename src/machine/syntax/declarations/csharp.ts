// What declares something in C#.
import { type DeclarationRow, directlyIn, field, named } from '../declarationRow.ts';

export const csharp: readonly DeclarationRow[] = [
  ...named('namespace', 'namespace_declaration', 'file_scoped_namespace_declaration'),
  ...named('class', 'class_declaration', 'record_declaration'),
  ...named('struct', 'struct_declaration'),
  ...named('interface', 'interface_declaration'),
  ...named('enum', 'enum_declaration'),
  ...named('enumMember', 'enum_member_declaration'),
  ...named('constructor', 'constructor_declaration'),
  ...named('method', 'method_declaration', 'destructor_declaration'),
  ...named('function', 'local_function_statement', 'delegate_declaration'),
  ...named('property', 'property_declaration'),
  ...named('event', 'event_declaration'),
  { as: 'property', node: 'indexer_declaration', name: { word: 'this' } },
  { as: 'operator', node: 'operator_declaration', name: { word: 'operator' }, header: true },
  { as: 'operator', node: 'conversion_operator_declaration', name: { word: 'operator' }, header: true },
  { as: 'event', node: 'variable_declarator', name: field('name'), where: directlyIn('variable_declaration', directlyIn('event_field_declaration')) },
  { as: 'field', node: 'variable_declarator', name: field('name'), where: directlyIn('variable_declaration', directlyIn('field_declaration')) },
  { as: 'property', node: 'parameter', name: field('name'), where: directlyIn('parameter_list', directlyIn('record_declaration')) },
];
