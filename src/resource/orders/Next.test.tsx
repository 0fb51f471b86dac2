import { QueryClientProvider } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, expect, it } from 'vitest';
import { dictValue } from '../../../contract/dicts.ts';
import { collectOrder } from '../../../contract/resources/orders/collectOrder.ts';
import { parseProfile } from '../../kit/data/session.ts';
import { loadAllTexts, startI18n } from '../../kit/i18n/i18n.ts';
import { keepLocale } from '../../kit/i18n/locale.ts';
import { profileAtom, queryClient, serverNow } from '../../kit/index.ts';
import type { OrderKind } from './kind.ts';
import { Next } from './Next.tsx';

beforeAll(async () => {
  keepLocale('en');
  await startI18n(['app']);
  await loadAllTexts();
  getDefaultStore().set(profileAtom, parseProfile({ id: '1', accountType: 999 }));
});

const HOUR_MS = 3_600_000;
const kind = {
  resource: collectOrder,
  subject: 'collectOrder',
  statusDict: 'collectStatusEnum',
  bills: 'credit',
};
const at = (ms: number): string => new Date(serverNow() + ms).toISOString();

/** What the peek says of an order that somebody claimed. */
function shownOf(claim: Record<string, unknown>): string {
  const order = {
    id: '7',
    orderNo: 'C7',
    status: dictValue('collectStatusEnum', 'review'),
    amount: '100',
    currency: 'INR',
    claimedByName: 'Priya Nair',
    ...claim,
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <Next kind={kind as unknown as OrderKind} order={order} visible />
    </QueryClientProvider>,
  );
}

it('says who holds the order, and that it is on offer for as long as it is', () => {
  const kept = shownOf({ claimedBy: '2', claimedAt: at(-60_000) });
  expect(kept).toContain('Held by Priya Nair.');
  expect(kept).not.toContain('On offer');
  // Held for longer than a claim lasts: only the offer keeps it.
  const long = { claimedBy: '2', claimedAt: at(-HOUR_MS) };
  expect(shownOf({ ...long, claimOfferedUntil: at(HOUR_MS) })).toContain(
    'Held by Priya Nair. On offer to a colleague.',
  );
  expect(shownOf({ ...long, claimOfferedUntil: at(-60_000) })).not.toContain('Held by');
  expect(shownOf({ ...long, claimedBy: '1', claimOfferedUntil: at(HOUR_MS) })).toContain(
    'You hold it. On offer to a colleague.',
  );
});
