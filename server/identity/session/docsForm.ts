import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PassPage } from '../../../contract/passPages.ts';
import { escapeHtml } from '../../platform/http/escapeHtml.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { textOf } from '../../platform/http/locales.ts';
import { switchedOn } from '../../platform/settings.ts';
import { makeCaptcha } from './captcha/captcha.ts';

const STYLE = `:root{color-scheme:light dark}body{font:15px system-ui;display:grid;place-items:center;min-height:90vh}
form{display:grid;gap:12px;width:280px}input,button{font:inherit;padding:8px}img{height:44px;width:auto;justify-self:start}p{color:#d33;margin:0}`;

/** Drawn by the server alone; the picture of the captcha comes with it. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'self'; base-uri 'none'";

const INPUTS = {
  UserName: 'autocomplete="username" required',
  Password: 'type="password" autocomplete="current-password" required',
  Code: 'autocomplete="off" required',
  Otp: 'inputmode="numeric" autocomplete="one-time-code"',
} as const;

/** A form that asks for the pass and leads on to a page; it needs no script. */
export async function sendPassForm(
  deps: AppDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  next: PassPage,
): Promise<FastifyReply> {
  const { locale } = request.caller;
  const t = (key: string): string =>
    escapeHtml(textOf(deps.locales, locale, 'errors', `passForm.${key}`) ?? key);
  const input = (name: keyof typeof INPUTS): string =>
    `<input name="${name}" aria-label="${t(name)}" placeholder="${t(name)}" ${INPUTS[name]}>`;
  const isAsked = await switchedOn(deps.pool, 'sysCaptcha', deps.env.production);
  const captcha = isAsked ? await makeCaptcha(deps.pool, deps.clock.now()) : undefined;
  const picture = captcha
    ? `<img alt="${t('Code')}" src="data:image/png;base64,${captcha.img}">${input('Code')}
<input name="CodeId" type="hidden" value="${captcha.id}">`
    : '';
  const html = `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>Paydesk</title><style>${STYLE}</style></head><body>
<form method="post" action="/api/swagger/submitUrl"><strong>Paydesk</strong>
${request.method === 'POST' ? `<p role="alert">${t('refused')}</p>` : ''}${input('UserName')}${input('Password')}${picture}${input('Otp')}
<input name="Next" type="hidden" value="${next}"><button>${t('submit')}</button></form></body></html>`;
  return reply
    .code(401)
    .header('content-security-policy', POLICY)
    .header('x-frame-options', 'SAMEORIGIN')
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html);
}
