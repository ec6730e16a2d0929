// What declares something in Java, Kotlin and Scala.
import { below, child, type DeclarationRow, directlyIn, field, NAME, named, OF } from '../declarationRow.ts';

export const java: readonly DeclarationRow[] = [
  ...named('class', 'class_declaration', 'record_declaration'),
  ...named('interface', 'interface_declaration', 'annotation_type_declaration'),
  ...named('enum', 'enum_declaration'),
  ...named('enumMember', 'enum_constant'),
  ...named('constructor', 'constructor_declaration', 'compact_constructor_declaration'),
  ...named('method', 'method_declaration', 'annotation_type_element_declaration'),
  { as: 'field', node: 'variable_declarator', name: field('name'), where: directlyIn('field_declaration') },
  { as: 'constant', node: 'variable_declarator', name: field('name'), where: directlyIn('constant_declaration') },
  { as: 'field', node: 'formal_parameter', name: field('name'), where: directlyIn('formal_parameters', directlyIn('record_declaration')) },
];

const KOTLIN_VARIABLE = below('variable_declaration', child('simple_identifier'));
const KOTLIN_RECEIVER = { field: 'receiver', has: { kind: 'type_identifier', pattern: OF, stopBy: 'end' } } as const;

export const kotlin: readonly DeclarationRow[] = [
  { as: 'interface', node: 'class_declaration', name: child('type_identifier'), where: { has: { regex: '^interface$' } } },
  { as: 'enum', node: 'class_declaration', name: child('type_identifier'), where: { has: { kind: 'enum_class_body' } } },
  { as: 'class', node: 'class_declaration', name: child('type_identifier') },
  { as: 'class', node: 'object_declaration', name: child('type_identifier') },
  { as: 'class', node: 'companion_object', name: child('type_identifier') },
  { as: 'class', node: 'companion_object', name: { word: 'companion' }, where: { not: { has: { kind: 'type_identifier' } } } },
  { as: 'class', node: 'type_alias', name: child('type_identifier') },
  { as: 'enumMember', node: 'enum_entry', name: child('simple_identifier') },
  { as: 'constructor', node: 'secondary_constructor', name: { word: 'constructor' } },
  { as: 'function', node: 'function_declaration', name: child('simple_identifier'), of: KOTLIN_RECEIVER, header: true },
  { as: 'function', node: 'function_declaration', name: child('simple_identifier') },
  { as: 'variable', node: 'property_declaration', name: KOTLIN_VARIABLE, of: KOTLIN_RECEIVER, header: true },
  { as: 'variable', node: 'property_declaration', name: KOTLIN_VARIABLE },
  { as: 'property', node: 'class_parameter', name: child('simple_identifier'), where: { has: { kind: 'binding_pattern_kind' } } },
];

const ASSIGNED = { field: 'pattern', kind: 'identifier', pattern: NAME } as const;

export const scala: readonly DeclarationRow[] = [
  ...named('class', 'class_definition', 'object_definition', 'type_definition'),
  ...named('interface', 'trait_definition'),
  ...named('module', 'package_object'),
  ...named('enum', 'enum_definition'),
  ...named('enumMember', 'simple_enum_case', 'full_enum_case'),
  ...named('function', 'function_definition', 'function_declaration'),
  ...named('variable', 'given_definition'),
  { as: 'variable', node: 'val_definition', name: ASSIGNED },
  { as: 'variable', node: 'var_definition', name: ASSIGNED },
  ...named('variable', 'val_declaration', 'var_declaration'),
  { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn('tuple_pattern', directlyIn('val_definition')) },
  // Other parameters of a class are its constructor's own affair.
  { as: 'property', node: 'class_parameter', name: field('name'), where: { regex: '\\b(?:val|var)\\b' } },
  {
    as: 'property',
    node: 'class_parameter',
    name: field('name'),
    where: { inside: { kind: 'class_definition', regex: '^\\s*(?:\\w+\\s+)*case class', stopBy: 'end' } },
  },
];
