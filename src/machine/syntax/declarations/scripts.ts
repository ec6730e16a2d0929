// What declares something in PHP, Ruby, Lua and shell scripts.
import { below, child, type DeclarationRow, directlyIn, field, insideOf, NAME, type NodeRule, named, OF } from '../declarationRow.ts';

const PHP_PROPERTY: NodeRule = { field: 'name', has: child('name') };

export const php: readonly DeclarationRow[] = [
  ...named('namespace', 'namespace_definition'),
  ...named('class', 'class_declaration', 'trait_declaration'),
  ...named('interface', 'interface_declaration'),
  ...named('enum', 'enum_declaration'),
  ...named('enumMember', 'enum_case'),
  ...named('function', 'function_definition'),
  { as: 'constructor', node: 'method_declaration', name: { field: 'name', regex: '^__construct$', pattern: NAME } },
  ...named('method', 'method_declaration'),
  { as: 'constant', node: 'const_element', name: child('name') },
  { as: 'property', node: 'property_element', name: PHP_PROPERTY },
  { as: 'property', node: 'property_promotion_parameter', name: PHP_PROPERTY },
  {
    as: 'constant',
    node: 'function_call_expression',
    name: { field: 'arguments', has: { kind: 'string_content', pattern: NAME, stopBy: 'end' } },
    where: { has: { field: 'function', regex: '^define$' } },
  },
];

// The names after attr_reader and its like.
function rubySymbolsOf(methods: string): NodeRule {
  return directlyIn('argument_list', directlyIn('call', { has: { field: 'method', regex: `^(?:${methods})$` } }));
}

const IN_RUBY_TYPE = insideOf('class', 'module', 'singleton_class');

export const ruby: readonly DeclarationRow[] = [
  ...named('module', 'module'),
  ...named('class', 'class'),
  { as: 'method', node: 'method', name: field('name'), where: IN_RUBY_TYPE },
  ...named('function', 'method'),
  ...named('method', 'singleton_method'),
  { as: 'constant', node: 'assignment', name: { field: 'left', kind: 'constant', pattern: NAME } },
  { as: 'property', node: 'simple_symbol', name: 'itself', where: rubySymbolsOf('attr_accessor|attr_reader|attr_writer') },
  { as: 'method', node: 'simple_symbol', name: 'itself', where: rubySymbolsOf('define_method') },
];

// "total" in total, M.total and M:total.
const LUA_NAME: readonly NodeRule[] = [
  { kind: 'identifier', pattern: NAME },
  { kind: 'dot_index_expression', has: field('field') },
  { kind: 'method_index_expression', has: field('method') },
];
const LUA_TABLE: NodeRule = { has: { field: 'table', pattern: OF } };
const LUA_FUNCTION: NodeRule = below('expression_list', { kind: 'function_definition' });
const LUA_ASSIGNED: NodeRule = { kind: 'variable_list', has: { any: LUA_NAME } };

export const lua: readonly DeclarationRow[] = [
  { as: 'method', node: 'function_declaration', name: { field: 'name', any: LUA_NAME }, of: { field: 'name', ...LUA_TABLE } },
  { as: 'function', node: 'function_declaration', name: { field: 'name', any: LUA_NAME } },
  { as: 'method', node: 'assignment_statement', name: LUA_ASSIGNED, where: { has: LUA_FUNCTION }, of: { kind: 'variable_list', has: LUA_TABLE } },
  { as: 'function', node: 'assignment_statement', name: LUA_ASSIGNED, where: { has: LUA_FUNCTION } },
  { as: 'method', node: 'field', name: field('name'), where: { has: { field: 'value', kind: 'function_definition' } } },
  {
    as: 'variable',
    node: 'identifier',
    name: 'itself',
    where: directlyIn('variable_list', directlyIn('assignment_statement', { inside: { any: [{ kind: 'chunk' }, { kind: 'variable_declaration' }] } })),
  },
];

export const bash: readonly DeclarationRow[] = [...named('function', 'function_definition'), ...named('variable', 'variable_assignment')];
