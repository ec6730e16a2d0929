import { Cart } from './cart.ts';
import { checkout } from './checkout.ts';
import { format } from './money.ts';

export function invoice(cart: Cart): string {
  const order = checkout(cart);
  return [`${order.items} items`, `to pay: ${format(order.ammount)}`].join('\n');
}

const example = new Cart();
example.add({ name: 'compass', price: 4_200, count: 1 });
example.voucher = { code: 'SPRING', percent: 10 };
console.log(invoice(example));
