// What declares something in C and C++.
import { child, type DeclarationRow, deep, directlyIn, field, insideOf, type NodeRule, named, OF } from '../declarationRow.ts';

// A declarator is wrapped in a pointer, an array or a reference as often as the type needs.
function functionOf(names: readonly NodeRule[]): NodeRule {
  const own: NodeRule = { kind: 'function_declarator', has: { field: 'declarator', any: names } };
  return { field: 'declarator', any: [own, { has: { ...own, stopBy: 'end' } }] };
}

const IN_C: readonly NodeRule[] = ['identifier', 'field_identifier'].map(child);
const PLAIN: readonly NodeRule[] = [...IN_C, ...['operator_name', 'destructor_name'].map(child)];
// Cart<T>::total, two scopes deep at most: shop::Cart::total.
const QUALIFIED: NodeRule = {
  kind: 'qualified_identifier',
  has: { field: 'name', any: [...PLAIN, { kind: 'qualified_identifier', has: { field: 'name', any: PLAIN } }] },
};
// The innermost scope.
const SCOPE: readonly NodeRule[] = [
  { kind: 'namespace_identifier', pattern: OF },
  { kind: 'template_type', has: { field: 'name', pattern: OF } },
];
const INNER_SCOPE: NodeRule = { kind: 'qualified_identifier', has: { field: 'name', kind: 'qualified_identifier', has: { field: 'scope', any: SCOPE } } };
const OUTER_SCOPE: NodeRule = { kind: 'qualified_identifier', has: { field: 'scope', any: SCOPE } };

const WITH_BODY: NodeRule = { has: { field: 'body', any: [{ kind: 'field_declaration_list' }, { kind: 'enumerator_list' }] } };
const NOT_A_FRIEND: NodeRule = { not: { inside: { kind: 'friend_declaration' } } };
const AT_FILE_LEVEL: NodeRule = { not: insideOf('compound_statement') };

export const c: readonly DeclarationRow[] = rowsOf(IN_C, AT_FILE_LEVEL);

export const cpp: readonly DeclarationRow[] = [
  ...named('namespace', 'namespace_definition'),
  { as: 'class', node: 'class_specifier', name: field('name'), where: WITH_BODY },
  ...named('class', 'alias_declaration'),
  ...named('interface', 'concept_definition'),
  { as: 'method', node: 'function_definition', name: functionOf([QUALIFIED]), of: functionOf([INNER_SCOPE]), header: true },
  { as: 'method', node: 'function_definition', name: functionOf([QUALIFIED]), of: functionOf([OUTER_SCOPE]), header: true },
  { as: 'method', node: 'field_declaration', name: functionOf(PLAIN), where: NOT_A_FRIEND },
  { as: 'operator', node: 'operator_cast', name: { word: 'operator' }, header: true },
  ...rowsOf(PLAIN, { all: [NOT_A_FRIEND, AT_FILE_LEVEL] }),
];

// What both have in common, with the forms that a name can have in each.
function rowsOf(names: readonly NodeRule[], ownDeclaration: NodeRule): readonly DeclarationRow[] {
  const aVariable: NodeRule = { not: { has: functionOf(names) } };
  return [
    { as: 'struct', node: 'struct_specifier', name: field('name'), where: WITH_BODY },
    { as: 'struct', node: 'union_specifier', name: field('name'), where: WITH_BODY },
    { as: 'enum', node: 'enum_specifier', name: field('name'), where: WITH_BODY },
    ...named('enumMember', 'enumerator'),
    { as: 'class', node: 'type_definition', name: { field: 'declarator', any: [child('type_identifier'), { has: deep('type_identifier') }] } },
    { as: 'function', node: 'function_definition', name: functionOf(names) },
    { as: 'function', node: 'declaration', name: functionOf(names), where: ownDeclaration },
    ...named('constant', 'preproc_def'),
    ...named('function', 'preproc_function_def'),
    {
      as: 'variable',
      node: 'declaration',
      name: { field: 'declarator', any: [child('identifier'), { has: deep('identifier') }] },
      where: { all: [aVariable, AT_FILE_LEVEL] },
    },
    { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn('declaration') },
    { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn('init_declarator', { field: 'declarator', ...directlyIn('declaration') }) },
    {
      as: 'field',
      node: 'field_declaration',
      name: { field: 'declarator', any: [child('field_identifier'), { has: deep('field_identifier') }] },
      where: aVariable,
    },
    ...['pointer_declarator', 'array_declarator'].flatMap((declarator): readonly DeclarationRow[] => [
      { as: 'variable', node: 'identifier', name: 'itself', where: directlyIn(declarator, { field: 'declarator', ...directlyIn('declaration') }) },
      { as: 'field', node: 'field_identifier', name: 'itself', where: directlyIn(declarator, { field: 'declarator', ...directlyIn('field_declaration') }) },
    ]),
    { as: 'field', node: 'field_identifier', name: 'itself', where: directlyIn('field_declaration') },
  ];
}
