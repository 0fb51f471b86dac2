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

/** Of two who take one number at once the second waits, and is refused. */
const LOCK = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
const OTHERS = 'select 1 from sys_user where phone = $1 and id is distinct from $2 limit 1';

/** Who signs in by a number is one person. @throws Refused validation where it is somebody else's */
async function refuseTaken({ deps, tx, caller, before }: Given, number: string): Promise<void> {
  await tx.query(LOCK, [`phone ${number}`]);
  const { rowCount } = await tx.query(OTHERS, [number, before?.id ?? null]);
  if (rowCount) throw refuseField(deps, caller, 'phone', 'phoneTaken');
}

type Given = Pick<WriteContext, 'deps' | 'tx' | 'caller' | 'values' | 'before'>;

/** Replaces a typed number in `values` by its E.164 form. @throws Refused validation that shows an example */
export async function normalisePhone({ deps, tx, caller, values, before }: Given): Promise<void> {
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

/** The same of a number that a person signs in by. */
export async function personPhone(given: Given): Promise<void> {
  await normalisePhone(given);
  const { phone } = given.values;
  if (typeof phone === 'string' && phone !== '' && phone !== given.before?.phone)
    await refuseTaken(given, phone);
}
