// The desk: tells over HTTP what a crossing costs.
import { createServer } from 'node:http';
import { book } from '@ferries/booking';
import { crossingFare } from '@ferries/fares';

const port = Number(process.argv[2] ?? 8080);

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const kilometres = Number(searchParams.get('km'));
  const people = Number(searchParams.get('people') ?? 1);
  response.setHeader('content-type', 'application/json');
  response.end(
    JSON.stringify({
      single: crossingFare(kilometres, 'low'),
      cents: book(people, kilometres, 'low').cents,
    }),
  );
});

server.listen(port, '127.0.0.1', () => console.log(`desk open on ${port}`));
