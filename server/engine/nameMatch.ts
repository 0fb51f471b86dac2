import { anyIdOf } from '../../contract/anyId.ts';
import type { Condition } from './filter.ts';

const LONGEST = 200;

const searchText = (raw: unknown): string => (typeof raw === 'string' ? raw.trim().slice(0, LONGEST) : '');

/** What a query body searches for in any column, as it is compared: in the any-number box, as keyword, as search. */
export function readSearchTexts({ anyId, keyword, search }: Readonly<Record<string, unknown>>): {
  box: string;
  keyword: string;
  search: string;
} {
  const { keyword: among } = (search ?? {}) as { keyword?: unknown };
  return {
    box: typeof anyId === 'string' ? searchText(anyIdOf(anyId).start) : '',
    keyword: searchText(keyword),
    search: searchText(among),
  };
}

/** What a searched text says of merchants. */
export interface NameMatch {
  merchantIds: readonly string[];
  /** Some row also has a number that the text begins or ends. */
  hasNumbers: boolean;
}

export type NameMatches = ReadonlyMap<string, NameMatch>;

const ofMerchants = (ids: readonly string[]): Condition =>
  ids.length === 1
    ? { op: 'eq', field: 'merchantId', value: ids[0] }
    : { op: 'in', field: 'merchantId', value: ids };

/** Adds the rows of the merchants so named; where the text is no number of any row, they are all there is. */
export function orByMerchant(
  condition: Condition | undefined,
  match: NameMatch | undefined,
): Condition | undefined {
  if (!match) return condition;
  const named = ofMerchants(match.merchantIds);
  if (!condition || !('parts' in condition)) return named;
  const isNumbersOnly = condition.parts.every(({ op }) => op === 'prefix' || op === 'suffix' || op === 'in');
  return isNumbersOnly && !match.hasNumbers ? named : { op: 'or', parts: [...condition.parts, named] };
}
