import type { PoolClient } from 'pg';
import { Refused } from '../http/refused.ts';

interface Channel {
  id: string;
  currency: string;
  submission: 'manual' | 'auto';
}

/** @throws Refused `refusal` where there is no such channel, or it is of another currency than the caller says */
export async function channelOf(
  tx: PoolClient,
  { channelCode, currency }: { channelCode: string; currency?: string | undefined },
  refusal: 'collectTerms' | 'payoutTerms',
): Promise<Channel> {
  const { rows } = await tx.query<Channel>({
    name: 'open-channel',
    text: 'select id::text, currency, submission from channel where channel_code = $1',
    values: [channelCode],
  });
  const found = rows[0];
  if (!found || (currency !== undefined && currency !== found.currency)) throw new Refused(refusal);
  return found;
}
