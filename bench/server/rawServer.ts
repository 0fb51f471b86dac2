import { createServer } from 'node:http';
import pg from 'pg';

/** A bare server in a process of its own that answers everything with one statement's JSON text. */
const pool = new pg.Pool({ connectionString: process.env['BENCH_URL'], max: 8 });
const text = process.env['BENCH_SQL'] ?? '';

const server = createServer(async (_request, response) => {
  const answer = await pool.query<{ items: string }>({ name: 'bench-raw-page', text });
  response.setHeader('Content-Type', 'application/json');
  response.end(answer.rows[0]?.items);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${address && typeof address === 'object' ? address.port : 0}\n`);
});
