import { useQuery } from '@tanstack/react-query';
import type { Totals } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { call } from '../../kit/data/call.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useCaller } from '../../kit/data/session.ts';
import { serverNow } from '../../kit/data/token.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount } from '../../kit/ui/format.ts';
import { lookAt } from '../../kit/view.ts';

const EVERY_MS = 30_000;
const WINDOW_MS = 15 * 60_000;
const GOOD = 85;
const POOR = 70;

const count = async (filters: Record<string, unknown>, signal: AbortSignal): Promise<number> =>
  (await call<Totals>('collectOrder/totals', filters, { customCatch: true, signal })).total;

const status = (...names: string[]) => names.map((name) => dictValue('collectStatusEnum', name));
const sending = () => [dictValue('callbackStatusEnum', 'sending')];

const good = () => status('success');
const bad = () => status('failed', 'expired', 'reversed');
const lately = () => ({
  from: new Date(Math.floor((serverNow() - WINDOW_MS) / EVERY_MS) * EVERY_MS).toISOString(),
});

/** Of the orders created in the last 15 minutes that have ended, the share that succeeded. */
async function successRate(signal: AbortSignal): Promise<number | null> {
  const createdAt = lately();
  const [won, lost] = await Promise.all([
    count({ createdAt, status: good() }, signal),
    count({ createdAt, status: bad() }, signal),
  ]);
  return won + lost === 0 ? null : (won / (won + lost)) * 100;
}

const toneOf = (rate: number): string => (rate >= GOOD ? 'success' : rate >= POOR ? 'warning' : 'danger');

/** The figure is asked again together with the list behind it, so that both say the same. */
function look(filters: Record<string, unknown>): void {
  void queryClient.invalidateQueries({ queryKey: ['alerts'] });
  void lookAt('collectOrder', filters);
}

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
        <button
          type="button"
          className="alert"
          title={t('bar.successRateHint')}
          onClick={() => look({ createdAt: lately(), status: [...good(), ...bad()] })}
        >
          <i className={`dot dot-${percent === null ? 'info' : toneOf(percent)}`} />
          {t('bar.successRate')}
          <strong className={`pd-number tone-${percent === null ? 'info' : toneOf(percent)}`}>
            {percent === null ? t('bar.noOrders') : `${percent.toFixed(2)} %`}
          </strong>
        </button>
      )}
      {waiting.isSuccess && (
        <button
          type="button"
          className="alert"
          title={t('bar.callbacksWaitingHint')}
          onClick={() => look({ callbackStatus: sending() })}
        >
          <i className={`dot dot-${waiting.data > 0 ? 'warning' : 'success'}`} />
          {t('bar.callbacksWaiting')}
          <strong className="pd-number">{formatCount(waiting.data)}</strong>
        </button>
      )}
    </div>
  );
}
