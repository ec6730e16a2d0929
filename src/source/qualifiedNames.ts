// How engines write the path of a declaration into a single name: `(*Item).Price`, `Shape::area`, `impl Priced for Item`.

const GO_METHOD = /^\(\*?([\p{ID_Continue}]+)(?:\[[^\]]*\])?\)\.([\p{ID_Continue}]+)$/u;
const RUST_IMPL = /^impl\b(?:\s*<.*?>)?\s+(?:.*\sfor\s+)?[&*]*(?:dyn\s+|mut\s+)*([\p{ID_Continue}:]+)/u;

// The parts of the name that an engine gives to one declaration; most names have one.
export function partsOfEngineName(name: string): readonly string[] {
  const [, receiver, method] = GO_METHOD.exec(name) ?? [];
  if (receiver !== undefined && method !== undefined) return [receiver, method];
  const [, type] = name.startsWith('impl') ? (RUST_IMPL.exec(name) ?? []) : [];
  if (type !== undefined) return [type.split('::').at(-1) ?? type];
  return name.includes('::') ? name.split('::').map(withoutTypeArguments) : [name];
}

// The parts of a path as agents write it: Cart/total, Cart.total, Cart::total or (*Cart).Total.
export function partsOfPath(path: string): readonly string[] {
  return path
    .split(/\/|\.|::/)
    .map((part) => part.replace(/^\(\*?|\)$/g, ''))
    .filter((part) => part !== '');
}

export function tellPath(names: readonly string[]): string {
  return names.flatMap(partsOfEngineName).join('/');
}

function withoutTypeArguments(part: string): string {
  return part.startsWith('operator') ? part : part.replace(/<.*>$/, '');
}
