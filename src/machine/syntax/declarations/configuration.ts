// What declares something in HCL (Terraform) and Solidity.
import { child, type DeclarationRow, directlyIn, NAME, type NodeRule, named } from '../declarationRow.ts';

// The last of its labels: "web" in resource "aws_instance" "web".
const LABEL: NodeRule = { kind: 'string_lit', pattern: NAME, nthChild: { position: 1, reverse: true, ofRule: { kind: 'string_lit' } } };
const TOP_LEVEL: NodeRule = directlyIn('body', directlyIn('config_file'));
const LOCALS: NodeRule = directlyIn('body', directlyIn('block', { has: { kind: 'identifier', regex: '^locals$' } }));

export const hcl: readonly DeclarationRow[] = [
  { as: 'variable', node: 'block', name: LABEL, where: { all: [TOP_LEVEL, { has: { kind: 'identifier', regex: '^(?:variable|output)$' } }] }, header: true },
  { as: 'module', node: 'block', name: LABEL, where: { all: [TOP_LEVEL, { has: { kind: 'identifier', regex: '^module$' } }] }, header: true },
  { as: 'class', node: 'block', name: LABEL, where: TOP_LEVEL, header: true },
  { as: 'namespace', node: 'block', name: child('identifier'), where: { all: [TOP_LEVEL, { not: { has: { kind: 'string_lit' } } }] } },
  { as: 'variable', node: 'attribute', name: child('identifier'), where: LOCALS },
  // A file of values, such as terraform.tfvars.
  { as: 'variable', node: 'attribute', name: child('identifier'), where: TOP_LEVEL },
];

export const solidity: readonly DeclarationRow[] = [
  ...named('class', 'contract_declaration', 'library_declaration', 'user_defined_type_definition'),
  ...named('interface', 'interface_declaration'),
  ...named('struct', 'struct_declaration'),
  ...named('field', 'struct_member'),
  ...named('enum', 'enum_declaration'),
  { as: 'enumMember', node: 'enum_value', name: 'itself' },
  ...named('event', 'event_definition', 'error_declaration'),
  ...named('function', 'function_definition', 'modifier_definition'),
  ...named('constant', 'constant_variable_declaration'),
  ...named('property', 'state_variable_declaration'),
  { as: 'constructor', node: 'constructor_definition', name: { word: 'constructor' } },
  { as: 'method', node: 'fallback_receive_definition', name: { word: 'receive|fallback' } },
];
