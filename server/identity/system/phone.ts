import { type CountryCode, getExampleNumber } from 'libphonenumber-js/max';
import examples from 'libphonenumber-js/mobile/examples';
import type { PoolClient } from 'pg';
import { toE164 } from '../../platform/telephone.ts';
import { textOf } from '../../platform/http/locales.ts';
import type { WriteContext } from '../../engine/serverHalf.ts';
import { refuseField } from '../../platform/http/refuseField.ts';

/** Where neither the organisation nor one above it names a country. */
const DEFAULT_COUNTRY = 'CN';

const NEAREST = `with recursive up as (
    select id, pid, country, 0 as depth from sys_org where id = $1
    union all select o.id, o.pid, o.country, up.depth + 1 from sys_org o join up on o.id = up.pid where up.depth < 100
  ) select country from up where country is not null order by depth limit 1`;

async function countryOf(tx: PoolClient, orgId: unknown): Promise<CountryCode> {
  const { rows } = await tx.query<{ country: CountryCode }>(NEAREST, [orgId]);
  return rows[0]?.country ?? DEFAULT_COUNTRY;
}

/** Replaces a typed number in `values` by its E.164 form. @throws Refused validation that shows an example */
export async function normalisePhone({
  deps,
  tx,
  caller,
  values,
  before,
}: Pick<WriteContext, 'deps' | 'tx' | 'caller' | 'values' | 'before'>): Promise<void> {
  const typed = values.phone;
  // An unchanged number passes, also one that was stored before numbers were checked.
  if (typeof typed !== 'string' || typed === '' || typed === before?.phone) return;
  const country = await countryOf(tx, values.orgId ?? before?.orgId);
  const number = toE164(typed, country);
  if (number === undefined)
    throw refuseField(deps, caller, 'phone', 'badPhone', {
      country: textOf(deps.locales, caller.locale, 'dicts', `country.${country}`) ?? country,
      example: getExampleNumber(country, examples)?.formatNational() ?? '',
      international: getExampleNumber(country, examples)?.formatInternational() ?? '',
    });
  values.phone = number;
}
