import { dictValue } from '../../../contract/dicts.ts';
import type { TrialLine } from '../../../contract/trialBalance.ts';
import { openView } from '../../kit/index.ts';

/** What a balance was asked for, as the lists behind it take it. */
export interface Behind {
  from: string | null;
  to: string;
  merchantId?: readonly string[] | undefined;
}

const MERCHANT_ACCOUNTS: ReadonlySet<string> = new Set(['pending', 'available', 'frozen']);
const COMMISSION = ['commission', 'reversal', 'resettlement'].map((name) => dictValue('fundTypeEnum', name));

export const isMerchantAccount = (account: string): boolean =>
  MERCHANT_ACCOUNTS.has(account) || account === 'agent';

const span = ({ from, to }: Behind) => ({ createdAt: { ...(from && { from }), to } });
const ofMerchants = ({ merchantId }: Behind) => (merchantId ? { merchantId } : {});

/** The postings behind an account's line. */
export function lookAtLine({ account, currency }: TrialLine, behind: Behind): Promise<void> {
  const common = { currency: [currency], ...span(behind) };
  if (account === 'agent')
    return openView('fundDetail', {
      ...common,
      account: [dictValue('accountKindEnum', 'available')],
      type: COMMISSION,
    });
  if (MERCHANT_ACCOUNTS.has(account))
    return openView('fundDetail', {
      ...common,
      ...ofMerchants(behind),
      account: [dictValue('accountKindEnum', account)],
    });
  const [kind = '', upstreamId] = account.split(':');
  return openView('systemDetail', {
    ...common,
    ...ofMerchants(behind),
    account: [kind],
    ...(upstreamId && upstreamId !== '0' && { upstreamId: [upstreamId] }),
  });
}

/** The entries behind a currency's sums. */
export const lookAtEntries = (currency: string, behind: Behind): Promise<void> =>
  openView('transaction', { currency: [currency], ...span(behind), ...ofMerchants(behind) });

/** The fund details behind a merchant's row. */
export const lookAtMerchant = (merchantId: string, currency: string, behind: Behind): Promise<void> =>
  openView('fundDetail', { merchantId: [merchantId], currency: [currency], ...span(behind) });
