import type { FastifyReply } from 'fastify';

/** Pages that the pass opens, which its form may lead on to. */
export type PassPage = '/api/docs' | '/schedule';

/** A form that asks for the pass and leads on to a page; it needs no script. */
export const passForm = (
  next: PassPage,
): string => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paydesk API</title>
<style>body{font:15px system-ui;display:grid;place-items:center;min-height:90vh}form{display:grid;gap:12px;width:280px}
input,button{font:inherit;padding:8px}</style></head><body>
<form method="post" action="/api/swagger/submitUrl"><strong>Paydesk API</strong>
<input name="UserName" aria-label="Account" placeholder="Account" autocomplete="username" required>
<input name="Password" aria-label="Password" placeholder="Password" type="password" autocomplete="current-password" required>
<input name="Next" type="hidden" value="${next}"><button>Sign in</button></form></body></html>`;

/** Whoever opens the documentation without a pass is asked for one; the page needs no script. */
export function docsSignIn(reply: FastifyReply): FastifyReply {
  return reply.code(401).type('text/html; charset=utf-8').send(passForm('/api/docs'));
}
