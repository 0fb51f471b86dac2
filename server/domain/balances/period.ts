import * as z from 'zod';
import { idSchema } from '../../../contract/validate.ts';
import type { Scopes, Visible } from '../../engine/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';

const instant = z.iso.datetime({ offset: true }).nullish();

/** The filters of a balance, as the bar above it sends them. */
export const balanceQuery = z.object({
  createdAt: z.object({ from: instant, to: instant }).nullish(),
  merchantId: z.array(idSchema).max(1_000).nullish(),
  currency: z.array(z.string().max(8)).max(50).nullish(),
});

export interface Asked {
  /** Absent: since the ledger began, until now. */
  from: Date | null;
  to: Date | null;
  /** Whose entries; null for all there are. */
  merchants: Visible;
  /** They were named: what their agents earn is then distinguished from what is theirs. */
  chosen: boolean;
  currencies: readonly string[] | null;
}

const given = <T>(list: readonly T[] | null | undefined): readonly T[] | null =>
  list && list.length > 0 ? list : null;
const dateOf = (text: string | null | undefined): Date | null => (text ? new Date(text) : null);

/** What is asked, within what the caller may see: a merchant outside the scope has nothing, as one that is not there. */
export async function askedOf(
  scopes: Scopes,
  caller: Caller,
  { createdAt, merchantId, currency }: z.output<typeof balanceQuery>,
): Promise<Asked> {
  const visible = await scopes.visible(caller);
  const wanted = given(merchantId);
  return {
    from: dateOf(createdAt?.from),
    to: dateOf(createdAt?.to),
    merchants: wanted && visible ? wanted.filter((id) => visible.includes(id)) : (wanted ?? visible),
    chosen: wanted !== null,
    currencies: given(currency),
  };
}
