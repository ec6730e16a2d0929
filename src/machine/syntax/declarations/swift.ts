// What declares something in Swift.
import { child, type DeclarationRow, deep, directlyIn, field, type NodeRule, named } from '../declarationRow.ts';

// One node stands for classes, structures, enumerations, actors and extensions.
function declared(as: DeclarationRow['as'], words: string): DeclarationRow {
  return { as, node: 'class_declaration', name: field('name'), where: { has: { field: 'declaration_kind', regex: `^(?:${words})$` } } };
}

const EXTENDED: NodeRule = { field: 'name', any: [child('type_identifier'), { has: deep('type_identifier') }] };
const BOUND: NodeRule = { field: 'name', has: field('bound_identifier') };

export const swift: readonly DeclarationRow[] = [
  declared('class', 'class|actor'),
  declared('struct', 'struct'),
  declared('enum', 'enum'),
  { as: 'object', node: 'class_declaration', name: EXTENDED, where: { has: { field: 'declaration_kind', regex: '^extension$' } }, header: true },
  ...named('interface', 'protocol_declaration'),
  ...named('class', 'typealias_declaration', 'associatedtype_declaration'),
  ...named('function', 'function_declaration'),
  ...named('method', 'protocol_function_declaration'),
  { as: 'constructor', node: 'init_declaration', name: { word: 'init' } },
  { as: 'method', node: 'deinit_declaration', name: { word: 'deinit' } },
  { as: 'method', node: 'subscript_declaration', name: { word: 'subscript' } },
  ...named('enumMember', 'enum_entry'),
  { as: 'enumMember', node: 'simple_identifier', name: 'itself', where: directlyIn('enum_entry') },
  { as: 'variable', node: 'property_declaration', name: BOUND },
  { as: 'property', node: 'protocol_property_declaration', name: BOUND },
  {
    as: 'variable',
    node: 'simple_identifier',
    name: 'itself',
    where: directlyIn('pattern', { field: 'bound_identifier', ...directlyIn('property_declaration') }),
  },
];
