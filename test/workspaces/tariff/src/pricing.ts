// What an order costs.
import { rates } from './rates.ts';

export interface Order {
  article: string;
  quantity: number;
  cents: number;
}

export function priceOf(order: Order): number {
  const full = order.quantity * order.cents;
  const discount = discountFor(order.quantity);
  return Math.round(full * (1 - discount));
}

// Of the largest quantity that the order reaches.
export function discountFor(quantity: number): number {
  const steps = Object.keys(rates).sort().reverse();
  const reached = steps.find((step) => quantity >= Number(step)) ?? '';
  return rates[reached] ?? 0;
}
