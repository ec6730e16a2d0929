// Takes orders over HTTP and answers with what they cost.
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Order, priceOf } from './pricing.ts';

export function serve(): Server {
  return createServer(async (request, response) => {
    const order = await readOrder(request);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ article: order.article, price: priceOf(order) }));
  });
}

async function readOrder(request: IncomingMessage): Promise<Order> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return JSON.parse(text);
}
