// The program that debug sessions are taken through, in JavaScript and in TypeScript; its lines are marked for debugSession.ts.

export const shopInJavaScript = `// What a customer buys, and what it costs. @nothing
function price(item) {
  const cents = item.cents * item.count; // @price
  return cents; // @priced
} // @end

function total(items) {
  let sum = 0; // @begin
  for (const item of items) { // @each
    sum += price(item); // @add
  }
  return sum; // @sum
}

function greet(name) {
  return 'Hello ' + name; // @greet
}

function refuse(limit) {
  throw new RangeError('more than ' + limit); // @thrown
}

function shop() {
  const cart = {
    owner: { name: 'ada', address: { city: 'Oslo', zip: '0150' } },
    items: [{ name: 'apple', cents: 30, count: 2 }, { name: 'pear', cents: 45, count: 1 }, { name: 'plum', cents: 25, count: 4 }],
  };
  const amount = total(cart.items); // @total
  console.log('total', amount); // @print
  console.log(greet(cart.owner.name));
  try {
    refuse(cart.items.length);
  } catch (error) {
    console.log('caught', error.message);
  }
  let waiting = true;
  let rounds = 0;
  while (waiting) rounds += 1; // @wait
  throw new TypeError('nobody catches this'); // @uncaught
}
`;

// The same lines with types, and a line that no compiler keeps.
export const shopInTypeScript = shopInJavaScript
  .replace('\nfunction price', '\nexport type Item = { name: string; cents: number; count: number };\n\nfunction price')
  .replace('price(item)', 'price(item: Item): number')
  .replace('total(items)', 'total(items: readonly Item[]): number')
  .replace('greet(name)', 'greet(name: string): string')
  .replace('refuse(limit)', 'refuse(limit: number): never')
  .replace('function shop()', 'export function shop(): void')
  .replace('error.message', '(error as Error).message');
