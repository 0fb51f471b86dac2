import { trialBalance } from '../../../contract/resources/finance/trialBalance.ts';
import { type Filters, parseFilters } from '../../resource/filters/model.ts';

export const SIDES = ['accounts', 'merchants'] as const;
export type Side = (typeof SIDES)[number];

export interface TrialState {
  filters: Filters;
  side: Side;
}

const FIRST: Filters = { createdAt: { relative: 'today' } };

/** A saved state of any age becomes a valid one; what the address asks for comes before the day that is. */
export function parseState(raw: unknown, args: Record<string, unknown>): TrialState {
  const given = raw !== null && typeof raw === 'object' ? (raw as Record<string, unknown>) : undefined;
  const asked = parseFilters(trialBalance, args);
  const wanted = Object.keys(asked).length > 0 ? asked : FIRST;
  const side = given?.side ?? args.side;
  return {
    filters: given ? parseFilters(trialBalance, given.filters) : wanted,
    side: side === 'merchants' ? 'merchants' : 'accounts',
  };
}
