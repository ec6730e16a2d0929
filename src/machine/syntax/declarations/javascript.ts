// What declares something in JavaScript and TypeScript.
import { type DeclarationRow, directlyIn, field, NAME, type NodeRule, named } from '../declarationRow.ts';

const FUNCTIONS: readonly NodeRule[] = ['arrow_function', 'function_expression', 'generator_function'].map((kind) => ({ kind }));
const HOLDS_FUNCTION: NodeRule = { has: { field: 'value', any: FUNCTIONS } };
const CONSTRUCTOR: NodeRule = { field: 'name', regex: '^constructor$', pattern: NAME };
const AN_IDENTIFIER: NodeRule = { field: 'name', kind: 'identifier', pattern: NAME };

export const javascript: readonly DeclarationRow[] = [
  ...named('class', 'class_declaration'),
  { as: 'constructor', node: 'method_definition', name: CONSTRUCTOR },
  ...named('method', 'method_definition'),
  { as: 'method', node: 'field_definition', name: field('property'), where: HOLDS_FUNCTION },
  { as: 'property', node: 'field_definition', name: field('property') },
  ...named('function', 'function_declaration', 'generator_function_declaration'),
  { as: 'function', node: 'variable_declarator', name: AN_IDENTIFIER, where: HOLDS_FUNCTION },
  { as: 'constant', node: 'variable_declarator', name: AN_IDENTIFIER, where: directlyIn('lexical_declaration', { has: { field: 'kind', regex: '^const$' } }) },
  { as: 'variable', node: 'variable_declarator', name: AN_IDENTIFIER },
  { as: 'method', node: 'pair', name: field('key'), where: HOLDS_FUNCTION },
  // exports.total = function …, Cart.prototype.total = …
  {
    as: 'function',
    node: 'assignment_expression',
    name: { field: 'left', kind: 'member_expression', has: field('property') },
    where: { has: { field: 'right', any: FUNCTIONS } },
  },
];

export const typescript: readonly DeclarationRow[] = [
  ...named('class', 'abstract_class_declaration', 'type_alias_declaration'),
  ...named('interface', 'interface_declaration'),
  ...named('enum', 'enum_declaration'),
  ...named('enumMember', 'enum_assignment'),
  { as: 'enumMember', node: 'property_identifier', name: 'itself', where: directlyIn('enum_body') },
  ...named('namespace', 'internal_module', 'module'),
  ...named('function', 'function_signature'),
  ...named('method', 'method_signature', 'abstract_method_signature'),
  ...named('property', 'property_signature'),
  { as: 'method', node: 'public_field_definition', name: field('name'), where: HOLDS_FUNCTION },
  ...named('property', 'public_field_definition'),
  ...javascript.filter(({ node }) => node !== 'field_definition'),
];
