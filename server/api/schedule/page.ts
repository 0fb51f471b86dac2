import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type BoardJob, type JobBoard, sumOf, TRIGGER } from '../../../contract/jobBoard.ts';
import { langTag } from '../../../contract/locales.ts';
import { sendPassForm } from '../../identity/session/docsForm.ts';
import { holdsPass } from '../../identity/session/docsPass.ts';
import type { SessionKeys } from '../../identity/session/keys.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { localeFrom, textOf } from '../../platform/http/locales.ts';
import { declareScope } from '../../platform/http/route.ts';
import { timeText, zoneFrom } from '../../platform/http/zone.ts';
import { boardOf } from './board.ts';
import { worksOf } from './builtIn.ts';
import type { Caller } from '../../platform/http/caller.ts';

const PATH = '/schedule' as const;
/** Drawn by the server alone, and shown in frames of this origin. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'";

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign]!);

/** The grounds of the workspace, which shows the page in a frame and says which of them it has. */
const GROUNDS = Object.freeze({
  dark: ':root{color-scheme:dark}body{background:#11151D;color:#D7DDE8}',
  light: ':root{color-scheme:light}body{background:#FFFFFF;color:#1B2430}',
});
const styleOf = (theme: unknown): string =>
  (theme === 'dark' || theme === 'light' ? GROUNDS[theme] : ':root{color-scheme:light dark}') + STYLE;

const STYLE = `body{font:13px system-ui;margin:12px}table{border-collapse:collapse;width:100%}
th,td{padding:4px 8px;border-bottom:1px solid #8884;text-align:left;white-space:nowrap}td.n,th.n{text-align:right;
font-variant-numeric:tabular-nums}td.d{white-space:normal}th{font-weight:500;opacity:.7}b.bad{color:#d33}h1{font-size:15px}`;

type Text = (key: string) => string;

function rowOf({ jobId, description, paused, triggers }: BoardJob, t: Text, zone: string): string {
  const at = (value: string | null) => (value ? timeText(new Date(value), zone) : '');
  const { worst, alike, all, errors, next } = sumOf(triggers);
  const status = paused ? TRIGGER.paused : worst?.status;
  const count = all > 1 ? ` ${alike}/${all}` : '';
  const state = status === undefined ? t('noTrigger') : t(`status.${status}`) + count;
  const isBad = status === TRIGGER.failed || status === TRIGGER.broken;
  const cells = [
    `<td>${escaped(jobId)}</td><td class="d">${escaped(description)}</td>`,
    `<td>${isBad ? `<b class="bad">${escaped(state)}</b>` : escaped(state)}</td>`,
    `<td class="n">${at(worst?.lastRunTime ?? null)}</td><td class="n">${at(next)}</td>`,
    `<td class="n">${errors}</td><td class="d">${escaped(worst?.result ?? '')}</td>`,
  ];
  return `<tr>${cells.join('')}</tr>`;
}

interface Shown extends Pick<Caller, 'locale' | 'timeZone'> {
  theme: unknown;
}

/** A frame sends no headers of ours: its address says what the workspace around it shows. */
function shownOf({ caller, query }: FastifyRequest): Shown {
  const { lang, zone, theme } = query as Record<string, unknown>;
  return {
    locale: typeof lang === 'string' ? localeFrom(lang, caller.locale) : caller.locale,
    timeZone: typeof zone === 'string' ? zoneFrom(zone, caller.timeZone) : caller.timeZone,
    theme,
  };
}

function pageOf({ jobs, failed }: JobBoard, t: Text, { locale, timeZone, theme }: Shown) {
  const head = ['jobId', 'description', 'state', 'last', 'next', 'errors', 'result'].map((name) => {
    const isNumber = name === 'last' || name === 'next' || name === 'errors';
    const key = name === 'description' ? 'form.description' : `columns.${name}`;
    return `<th${isNumber ? ' class="n"' : ''}>${escaped(t(key))}</th>`;
  });
  const rows = jobs.map((job) => rowOf(job, t, timeZone));
  return `<!doctype html><html lang="${langTag(locale)}"><head><meta charset="utf-8"><title>${escaped(t('title'))}</title>
<style>${styleOf(theme)}</style></head><body><h1>${escaped(t('title'))} · ${escaped(t('tabs.failed'))} ${failed.length}</h1>
<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table></body></html>`;
}

/** Jobs as a page without a script, for administrators who hold the pass of the documentation (wire.md). */
export function mountSchedulePage(app: FastifyInstance, deps: AppDeps, keys: SessionKeys): void {
  const works = worksOf(deps);
  void app.register(async (scope) => {
    declareScope(scope, 'anonymous');
    scope.get(PATH, async (request, reply) => {
      reply
        .header('content-security-policy', POLICY)
        .header('x-frame-options', 'SAMEORIGIN')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8');
      if (!(await holdsPass(deps, keys, request, PATH))) return sendPassForm(deps, request, reply, PATH);
      const shown = shownOf(request);
      const t: Text = (key) => textOf(deps.locales, shown.locale, 'platform', `sysJob.${key}`) ?? key;
      return reply.send(pageOf(await boardOf(deps, { ...request.caller, ...shown }, works), t, shown));
    });
  });
}
