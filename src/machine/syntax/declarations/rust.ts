// What declares something in Rust.
import { child, type DeclarationRow, deep, type NodeRule, named } from '../declarationRow.ts';

// "Wrapper" in impl Wrapper<T>, "Amount" in impl Priced for &money::Amount.
const IMPLEMENTED: NodeRule = {
  field: 'type',
  any: [child('type_identifier'), child('primitive_type'), { has: deep('type_identifier') }, { has: deep('primitive_type') }],
};

export const rust: readonly DeclarationRow[] = [
  ...named('module', 'mod_item'),
  ...named('struct', 'struct_item', 'union_item'),
  ...named('enum', 'enum_item'),
  ...named('enumMember', 'enum_variant'),
  ...named('interface', 'trait_item'),
  { as: 'object', node: 'impl_item', name: IMPLEMENTED, header: true },
  ...named('function', 'function_item', 'function_signature_item', 'macro_definition'),
  ...named('field', 'field_declaration'),
  ...named('constant', 'const_item'),
  ...named('variable', 'static_item'),
  ...named('class', 'type_item', 'associated_type'),
];
