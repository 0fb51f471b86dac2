import { useQuery } from '@tanstack/react-query';
import type { Totals } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { call } from '../../kit/data/call.ts';
import { useCaller } from '../../kit/data/session.ts';
import { serverNow } from '../../kit/data/token.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { openView } from '../../kit/view.ts';

const EVERY_MS = 30_000;
const WINDOW_MS = 15 * 60_000;
const GOOD = 85;
const POOR = 70;

const count = async (filters: Record<string, unknown>, signal: AbortSignal): Promise<number> =>
  (await call<Totals>('collectOrder/totals', filters, { customCatch: true, signal })).total;

const status = (...names: string[]) => names.map((name) => dictValue('collectStatusEnum', name));
const sending = () => [dictValue('callbackStatusEnum', 'sending')];

/** Of the orders created in the last 15 minutes that have ended, the share that succeeded. */
async function successRate(signal: AbortSignal): Promise<number | null> {
  const since = new Date(Math.floor((serverNow() - WINDOW_MS) / EVERY_MS) * EVERY_MS).toISOString();
  const createdAt = { from: since };
  const [good, bad] = await Promise.all([
    count({ createdAt, status: status('success') }, signal),
    count({ createdAt, status: status('failed', 'expired', 'reversed') }, signal),
  ]);
  return good + bad === 0 ? null : (good / (good + bad)) * 100;
}

const toneOf = (rate: number): string => (rate >= GOOD ? 'success' : rate >= POOR ? 'warning' : 'danger');

/** The two figures that say whether the shift is going well; a click opens the orders behind them. */
export function Alerts() {
  const t = useT('app');
  const enabled = useCaller().can('collectOrder:page');
  const options = { enabled, refetchInterval: EVERY_MS, staleTime: EVERY_MS, retry: false };
  const rate = useQuery({
    queryKey: ['alerts', 'rate'],
    queryFn: ({ signal }) => successRate(signal),
    ...options,
  });
  const waiting = useQuery({
    queryKey: ['alerts', 'callbacks'],
    queryFn: ({ signal }) => count({ callbackStatus: sending() }, signal),
    ...options,
  });
  const percent = rate.data ?? null;
  return (
    <div className="alerts">
      {rate.isSuccess && (
        <button type="button" className="alert" onClick={() => void openView('collectOrder')}>
          <i className={`dot dot-${percent === null ? 'info' : toneOf(percent)}`} />
          {t('bar.successRate')}
          <strong className={`pd-number tone-${percent === null ? 'info' : toneOf(percent)}`}>
            {percent === null ? t('bar.noOrders') : `${percent.toFixed(1)} %`}
          </strong>
        </button>
      )}
      {waiting.isSuccess && (
        <button
          type="button"
          className="alert"
          onClick={() => void openView('collectOrder', { callbackStatus: sending() })}
        >
          <i className={`dot dot-${waiting.data > 0 ? 'warning' : 'success'}`} />
          {t('bar.callbacksWaiting')}
          <strong className="pd-number">{formatCount(waiting.data)}</strong>
        </button>
      )}
    </div>
  );
}
