import type { Locale } from '../../../contract/locales.ts';
import { VIEWS } from '../../../contract/permissions.ts';
import { resources } from '../../../contract/resources/index.ts';
import { joinTexts } from '../../../contract/spacing.ts';
import { type Locales, textOf } from './locales.ts';

const AREAS: ReadonlyMap<string, string> = new Map(
  [...resources.values(), ...VIEWS].map(({ id, area }) => [id, area]),
);
/** Calls of every list that show its rows. */
const READS: ReadonlySet<string> = new Set(['page', 'rows', 'detail', 'list', 'totals', 'groups', 'options']);

/**
 * What people call a call, in their language: the title of its resource and the label of its action; undefined where no text
 * names it. `sysUser/update` → `Accounts · Edit`
 */
export function callTitle(
  locales: Locales,
  locale: Locale,
  controller: string,
  action: string,
): string | undefined {
  const own = (name: string) => textOf(locales, locale, 'logs', `calls.${controller}.${name}`);
  const area = AREAS.get(controller);
  const title = own('title') ?? (area && textOf(locales, locale, area, `${controller}.title`));
  const verb =
    own(action) ??
    (area && textOf(locales, locale, area, `${controller}.actions.${action}`)) ??
    textOf(locales, locale, 'grid', `actions.${action}`) ??
    textOf(locales, locale, 'menu', `button.${READS.has(action) ? 'page' : action}`);
  return title && verb ? joinTexts([title, ' · ', verb]) : (verb ?? title);
}
