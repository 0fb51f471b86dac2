import type { PoolClient } from 'pg';
import { Refused } from '../../platform/http/refused.ts';
import type { Access } from './access.ts';

interface Channel {
  id: string;
  currency: string;
  submission: 'manual' | 'auto';
  bound: boolean;
}

/** @throws Refused `refusal` where the merchant has no such channel, or it is of another currency than the caller says */
export async function channelOf(
  tx: PoolClient,
  { merchantId }: Access,
  { channelCode, currency }: { channelCode: string; currency?: string | undefined },
  refusal: 'collectTerms' | 'payoutTerms',
): Promise<Channel> {
  const { rows } = await tx.query<Channel>({
    name: 'open-channel',
    text: `select id::text, currency, submission,
        exists (select from channel_binding where channel_id = channel.id and merchant_id = $2) as bound
      from channel where channel_code = $1`,
    values: [channelCode, merchantId],
  });
  const found = rows[0];
  // A channel that is not the merchant's own reads like none.
  if (!found?.bound) throw new Refused(refusal, { says: 'termsChannel', field: 'channelCode' });
  if (currency !== undefined && currency !== found.currency)
    throw new Refused(refusal, { says: 'termsCurrency', field: 'currency', currency: found.currency });
  return found;
}
