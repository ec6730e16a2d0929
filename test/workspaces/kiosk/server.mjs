import { createServer } from 'node:http';
import { price } from './price.mjs';

const server = createServer((request, response) => {
  const name = new URL(request.url, 'http://kiosk').searchParams.get('name');
  response.sendDate = false;
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ name, cents: price(name) ?? null }));
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => console.log(`listening on ${server.address().port}`));
