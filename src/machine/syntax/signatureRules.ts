// Where the parameters of functions and the arguments of calls are written in Python, Go, C and C++, as rules that ast-grep reads.

export type SignatureLanguage = 'python' | 'go' | 'cpp';

interface Rule {
  readonly [key: string]: unknown;
}

const anyOf = (...kinds: readonly string[]): Rule => ({ any: kinds.map((kind) => ({ kind })) });

// By what a match is: each is a rule about things that have one of these names, given as a regular expression.
// opaque: what may hold commas and brackets that part nothing.
type Rules = (names: string) => Readonly<Record<string, Rule>>;

const callOf = (names: string, kind: string): Rule => ({
  kind,
  all: [{ has: { field: 'function', pattern: '$CALLEE', regex: names } }, { has: { field: 'arguments', kind: 'argument_list', pattern: '$LIST' } }],
});

const python: Rules = (names) => {
  const own = { kind: 'function_definition', has: { field: 'name', regex: names } };
  const list = { kind: 'parameters', inside: own };
  const inClass = { kind: 'block', inside: { kind: 'class_definition' } };
  const call = callOf(names, 'call');
  return {
    name: { kind: 'identifier', regex: names, inside: { kind: 'function_definition', field: 'name' } },
    list,
    body: own,
    method: {
      kind: 'identifier',
      regex: names,
      inside: { kind: 'function_definition', field: 'name', inside: { any: [inClass, { kind: 'decorated_definition', inside: inClass }] } },
    },
    decorator: { kind: 'decorator', inside: { kind: 'decorated_definition', has: { field: 'definition', ...own } } },
    import: anyOf('import_statement', 'import_from_statement'),
    call,
    opaque: { ...anyOf('string', 'comment'), inside: { any: [list, call], stopBy: 'end' } },
  };
};

const go: Rules = (names) => {
  const functions = anyOf('function_declaration', 'method_declaration', 'method_elem');
  const list = { kind: 'parameter_list', inside: { ...functions, field: 'parameters', has: { field: 'name', regex: names } } };
  const call = callOf(names, 'call_expression');
  return {
    name: { ...anyOf('identifier', 'field_identifier'), regex: names, inside: { ...functions, field: 'name' } },
    list,
    body: { ...anyOf('function_declaration', 'method_declaration'), has: { field: 'name', regex: names } },
    call,
    opaque: { ...anyOf('interpreted_string_literal', 'raw_string_literal', 'rune_literal', 'comment'), inside: { any: [list, call], stopBy: 'end' } },
  };
};

const cpp: Rules = (names) => {
  const declarator = { ...anyOf('identifier', 'field_identifier', 'qualified_identifier'), regex: names };
  const list = { kind: 'parameter_list', inside: { kind: 'function_declarator', field: 'parameters', has: { field: 'declarator', regex: names } } };
  const call = callOf(names, 'call_expression');
  const around = anyOf('compound_statement', 'field_declaration_list', 'declaration_list');
  return {
    name: { ...declarator, inside: { kind: 'function_declarator', field: 'declarator' } },
    list,
    definition: { ...declarator, inside: { kind: 'function_declarator', field: 'declarator', inside: { kind: 'function_definition', stopBy: around } } },
    body: { kind: 'function_definition', has: { kind: 'function_declarator', has: { field: 'declarator', regex: names }, stopBy: 'end' } },
    call,
    opaque: {
      ...anyOf('string_literal', 'raw_string_literal', 'char_literal', 'comment', 'template_argument_list'),
      inside: { any: [list, call], stopBy: 'end' },
    },
  };
};

const RULES: Readonly<Record<SignatureLanguage, Rules>> = { python, go, cpp };

export function signatureRules(language: SignatureLanguage, names: readonly string[]): string {
  const named = `(?:^|[^\\w])(?:${names.map((name) => name.replace(/[^\w]/g, '\\$&')).join('|')})(?:$|[<\\[])`;
  return Object.entries(RULES[language](named))
    .map(([id, rule]) => JSON.stringify({ id, language, rule }))
    .join('\n---\n');
}
