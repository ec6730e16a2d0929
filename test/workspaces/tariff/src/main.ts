// Serves one order, and shows the answer.
import { serve } from './server.ts';

const server = serve();
server.listen(0, '127.0.0.1', async () => {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server has a port');
  const order = { article: 'screw', quantity: 240, cents: 10 };
  const answer = await fetch(`http://127.0.0.1:${address.port}/orders`, { method: 'POST', body: JSON.stringify(order) });
  console.log('answer', await answer.text());
  server.closeAllConnections();
  server.close();
});
