// A shop behind the endpoint of the JetBrains index server, for the tests of its dialect.
import { z } from 'zod';
import { jetbrainsIndex } from '../../src/dialects/jetbrainsIndex.ts';
import { type ScriptedIde, ScriptedWorkbench } from '../../src/hosts/scripted/scriptedIde.ts';
import { allTools } from '../../src/tools/catalogue.ts';
import { type Doors, startDoors } from '../../src/transports/startDoors.ts';
import { partsWith, TOKEN } from './house.ts';

export const SHOP = `
// @file package.json
{ "name": "shop" }
// @file packages/cart/package.json
{ "name": "cart", "dependencies": { "zod": "^4.0.0" }, "devDependencies": { "vitest": "^4.1.0" } }
// @file package-lock.json
{ "packages": { "node_modules/zod": { "version": "4.6.7" } } }
// @file packages/cart/src/cart.ts
export class Cart {
  /** What it costs. */
  total() { return 1; }
}
// @file packages/cart/src/checkout.ts
import { Cart } from './cart.ts';
const cart = new Cart();
export const price = cart.total();
const wrong = price;
//    ^^^^^ error: nobody uses this
// @file packages/cart/src/gift.ts
import { Cart } from './cart.ts';
export interface Priced {}
export class GiftCart extends Cart implements Priced {
  total() { return wrapping(); }
}
export class LargeGiftCart extends GiftCart {}
function wrapping() { return 2; }
export function giftPrice(gift: GiftCart) { return gift.total(); }
`;
export function doorsOn(ides: readonly ScriptedIde[]): Promise<Doors> {
  return startDoors({ parts: partsWith(allTools, new ScriptedWorkbench(ides)), dialects: [jetbrainsIndex], port: 0, token: TOKEN });
}

export async function disposable(opening: Promise<Doors>): Promise<Doors & AsyncDisposable> {
  const opened = await opening;
  return { ...opened, [Symbol.asyncDispose]: () => opened.close() };
}

const textContent = z.looseObject({ content: z.tuple([z.looseObject({ type: z.literal('text'), text: z.string() })]) });

export function jsonOf(result: unknown): unknown {
  return JSON.parse(textContent.parse(result).content[0].text);
}
