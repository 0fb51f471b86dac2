import { parsePeriod } from '../../contract/period.ts';
import {
  BEFORE,
  type BoardFilter,
  type BoardValues,
  FILTERS,
  type Variable,
  VARIABLES,
} from '../kit/figures/board.ts';

/** What a dashboard's variables hold, as documents, settings and addresses carry them. */

const MOST_IDS = 50;
const ID = /^\d{1,20}$/;
const CURRENCY = /^[A-Z]{3,5}$/;

export const isVariable = (name: unknown): name is Variable => VARIABLES.some((each) => each === name);

/** The list that a filter's ids are rows of. */
export const RESOURCES: Readonly<Record<BoardFilter, string>> = {
  merchantId: 'merchant',
  channelId: 'channel',
  upstreamId: 'upstream',
};

const idsOf = (raw: unknown): string[] =>
  [...new Set(Array.isArray(raw) ? raw : [raw])]
    .filter((id): id is string => typeof id === 'string' && ID.test(id))
    .slice(0, MOST_IDS);

/** Takes whatever was stored or linked; what is no value of its variable is left out. */
export function readValues(raw: unknown): BoardValues {
  if (raw === null || typeof raw !== 'object') return {};
  const { period, compare, currency, ...rest } = raw as Record<string, unknown>;
  const isPeriod = typeof period === 'string' && parsePeriod(period) !== undefined;
  const isCompared =
    typeof compare === 'string' && (compare === BEFORE || (compare.includes('/') && parsePeriod(compare)));
  const filters = FILTERS.flatMap((name) => {
    const ids = idsOf(rest[name]);
    return ids.length > 0 ? [[name, ids] as const] : [];
  });
  return {
    ...(isPeriod && { period }),
    ...(isCompared && { compare }),
    ...(typeof currency === 'string' && CURRENCY.test(currency) && { currency }),
    ...Object.fromEntries(filters),
  };
}

/** Without the filters whose lists this person may not see: their ids would only be refused. */
export const permitted = (values: BoardValues, can: (permission: string) => boolean): BoardValues => {
  const refused = FILTERS.filter((name) => !can(`${RESOURCES[name]}:page`));
  return without(values, refused);
};

export const without = (values: BoardValues, names: readonly Variable[]): BoardValues =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.some((each) => each === name)));

export const only = (values: BoardValues, names: readonly Variable[]): BoardValues =>
  without(
    values,
    VARIABLES.filter((name) => !names.includes(name)),
  );

/** With one variable set, or cleared where there is no value. */
export function withValue(values: BoardValues, name: Variable, value: unknown): BoardValues {
  return readValues({ ...values, [name]: value });
}

/** The variables that hold something. */
export const heldOf = (values: BoardValues): Variable[] =>
  VARIABLES.filter((name) => values[name] !== undefined);
