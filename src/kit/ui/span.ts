import type { Translate } from '../i18n/i18n.ts';

/** How far back something looks, in days where these are whole and more than two. `t` is of the widgets. */
export const formatSpan = (t: Translate, hours: number): string =>
  hours > 48 && hours % 24 === 0 ? t('span.days', { n: hours / 24 }) : t('span.hours', { n: hours });
