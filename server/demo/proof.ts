import type { FastifyInstance } from 'fastify';
import { route } from '../platform/http/route.ts';

const picture = (
  utr: string,
): string => `<svg xmlns="http://www.w3.org/2000/svg" width="360" height="480" viewBox="0 0 360 480">
<rect width="360" height="480" rx="16" fill="#f6f8fb"/><circle cx="180" cy="110" r="44" fill="#1f9d62"/>
<path d="M158 111l16 16 30-32" fill="none" stroke="#fff" stroke-width="8" stroke-linecap="round" stroke-linejoin="round"/>
<g font-family="sans-serif" text-anchor="middle" fill="#1d2733"><text x="180" y="200" font-size="22">Payment successful</text>
<text x="180" y="252" font-size="14" fill="#5b6b7d">Transaction reference (UTR)</text>
<text x="180" y="284" font-size="24" letter-spacing="1">${utr}</text></g>
<path d="M40 330h280M40 370h200M40 410h240" stroke="#dfe5ec" stroke-width="10" stroke-linecap="round"/></svg>`;

/** The screenshots that demo payers sent: a drawing of a receipt with its number and nothing else. */
export function mountProofs(app: FastifyInstance): void {
  route(app, {
    method: 'GET',
    url: '/sandbox/proof/:utr.svg',
    permission: 'anonymous',
    summary: 'Demo: a payer’s proof of payment',
    handler: async ({ request, reply }) => {
      const { utr } = request.params as { utr: string };
      if (!/^\d{12}$/.test(utr)) return reply.code(404).type('text/plain').send('not found');
      return reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(picture(utr));
    },
  });
}
