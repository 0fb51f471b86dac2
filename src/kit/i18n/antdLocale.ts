import type { Locale as AntdLocale } from 'antd/es/locale';
import type { Locale } from '../../../contract/locales.ts';

const PACKS: Readonly<Record<Locale, () => Promise<{ default: unknown }>>> = {
  'zh-cn': () => import('antd/es/locale/zh_CN.js'),
  'zh-tw': () => import('antd/es/locale/zh_TW.js'),
  en: () => import('antd/es/locale/en_US.js'),
};

const DAYJS: Readonly<Record<Locale, () => Promise<string>>> = {
  'zh-cn': async () => (await import('dayjs/locale/zh-cn.js'), 'zh-cn'),
  'zh-tw': async () => (await import('dayjs/locale/zh-tw.js'), 'zh-tw'),
  en: () => Promise.resolve('en'),
};

/** The UI kit's own words, and the calendar's. */
export async function loadAntdLocale(locale: Locale): Promise<AntdLocale> {
  const [pack, calendar, { default: dayjs }] = await Promise.all([
    PACKS[locale](),
    DAYJS[locale](),
    import('dayjs'),
  ]);
  dayjs.locale(calendar);
  return pack.default as AntdLocale;
}
