import type { Cart } from './cart.ts';
import type { Cents } from './money.ts';
import { applyVoucher } from './voucher.ts';

export interface Order {
  readonly amount: Cents;
  readonly items: number;
}

export function checkout(cart: Cart): Order {
  const amount = applyVoucher(cart.total(), cart.voucher);
  return { amount, items: cart.items.length };
}
