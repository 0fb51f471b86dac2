import { DICTS } from '../../../contract/dicts.ts';
import { LOCALES } from '../../../contract/locales.ts';
import { idAt } from '../../platform/db/id.ts';
import { loadLocales, textOf } from '../../platform/http/locales.ts';
import { insertRows } from './copyIn.ts';
import type { Queryable } from './load.ts';
import { FIRST_LEVEL } from './regionNames.ts';

const AT = Date.UTC(2024, 5, 2);

/** Countries of the product and the first level in each; the rest comes from a file of the installation. */
export async function seedRegions(db: Queryable): Promise<void> {
  const texts = loadLocales();
  const rows: Record<string, unknown>[] = [];
  const add = (pid: string | null, code: string, name: string, level: number): string => {
    const id = idAt(AT, rows.length + 1);
    rows.push({ id, pid, name, code, level, order_no: 100, version: 1, created_at: new Date() });
    return id;
  };
  for (const { name: code, label } of DICTS.country) {
    const names = LOCALES.map((locale) => [
      locale,
      textOf(texts, locale, 'dicts', `country.${code}`) ?? label,
    ]);
    const country = add(null, code, JSON.stringify(Object.fromEntries(names)), 1);
    for (const [part, name] of FIRST_LEVEL[code] ?? [])
      add(country, /^\d{6}$/.test(part) ? part : `${code}-${part}`, name, 2);
  }
  await insertRows(db, 'sys_region', rows);
}
