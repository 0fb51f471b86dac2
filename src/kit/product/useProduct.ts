import { localised } from '../i18n/locale.ts';
import { useLive } from '../widgetHost.ts';

const EVERY_MS = 10 * 60_000;

type SystemInfo = Partial<Record<'sysTitle' | 'sysViceTitle' | 'sysViceDesc' | 'sysCopyright', unknown>>;

/** What this installation calls itself. */
export interface Product {
  title: string;
  subtitle: string;
  /** Empty where nothing was set. */
  description: string;
  copyright: string;
}

const productOf = (info: SystemInfo): Product => ({
  title: localised(info.sysTitle) || 'Paydesk',
  subtitle: localised(info.sysViceTitle),
  description: localised(info.sysViceDesc),
  copyright: localised(info.sysCopyright),
});

/** The query, with its answer in the language on screen once there is one. */
export function useProduct() {
  const query = useLive<SystemInfo>('sysConfig/sysInfo', undefined, EVERY_MS);
  return { query, product: query.data && productOf(query.data) };
}
