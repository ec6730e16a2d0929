// What declares something in Elixir, Haskell and Nix.
import { below, child, type DeclarationRow, directlyIn, field, insideOf, type NodeRule, named } from '../declarationRow.ts';

// In Elixir everything is a call: what is declared is said by the name of what is called.
function elixirCall(as: DeclarationRow['as'], words: string, name: NodeRule): DeclarationRow {
  return { as, node: 'call', name: below('arguments', name), where: { has: { field: 'target', regex: `^(?:${words})$` } } };
}

// total(cart), total(cart) when …, zero
const ELIXIR_HEAD: NodeRule = {
  any: [
    { kind: 'call', has: field('target') },
    { kind: 'binary_operator', has: { field: 'left', any: [{ kind: 'call', has: field('target') }, child('identifier')] } },
    child('identifier'),
  ],
};

function elixirAttribute(as: DeclarationRow['as'], words: string): DeclarationRow {
  const written: NodeRule = { field: 'operand', kind: 'call', has: { field: 'target', regex: `^(?:${words})$` } };
  return { as, node: 'unary_operator', name: { field: 'operand', has: below('arguments', ELIXIR_HEAD) }, where: { has: written } };
}

export const elixir: readonly DeclarationRow[] = [
  elixirCall('module', 'defmodule', child('alias')),
  elixirCall('interface', 'defprotocol', child('alias')),
  { ...elixirCall('object', 'defimpl', child('alias')), header: true },
  elixirCall('function', 'def|defp|defmacro|defmacrop|defguard|defguardp|defdelegate|defn|defnp', ELIXIR_HEAD),
  elixirCall('function', 'test|describe', { kind: 'string', has: child('quoted_content') }),
  elixirAttribute('class', 'type|typep|opaque'),
  elixirAttribute('method', 'callback|macrocallback'),
  {
    as: 'constant',
    node: 'unary_operator',
    name: { field: 'operand', kind: 'call', has: field('target') },
    where: {
      not: {
        regex:
          '^@(?:moduledoc|doc|typedoc|spec|impl|behaviour|type|typep|opaque|callback|macrocallback|derive|tag|moduletag|enforce_keys|optional_callbacks|compile|dialyzer|deprecated|since)\\b',
      },
    },
  },
];

const NOT_LOCAL: NodeRule = { not: insideOf('local_binds', 'let', 'let_in', 'do') };

export const haskell: readonly DeclarationRow[] = [
  ...named('struct', 'data_type', 'newtype'),
  ...named('class', 'type_synonym', 'type_family', 'data_family'),
  ...named('interface', 'class'),
  { as: 'object', node: 'instance', name: field('name'), header: true },
  ...named('constructor', 'newtype_constructor', 'gadt_constructor'),
  { as: 'constructor', node: 'data_constructor', name: { field: 'constructor', has: field('name') } },
  { as: 'field', node: 'field', name: { field: 'name', has: child('variable') } },
  { as: 'function', node: 'signature', name: field('name'), where: NOT_LOCAL },
  { as: 'function', node: 'function', name: field('name'), where: NOT_LOCAL },
  { as: 'function', node: 'function', name: below('infix', field('operator')), where: NOT_LOCAL },
  { as: 'function', node: 'bind', name: field('name'), where: NOT_LOCAL },
];

export const nix: readonly DeclarationRow[] = [
  { as: 'function', node: 'binding', name: field('attrpath'), where: { has: { field: 'expression', kind: 'function_expression' } } },
  { as: 'property', node: 'binding', name: field('attrpath') },
  { as: 'property', node: 'identifier', name: 'itself', where: directlyIn('inherited_attrs') },
];
