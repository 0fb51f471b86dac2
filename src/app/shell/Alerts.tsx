import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { Totals } from '../../../contract/calls.ts';
import { dictValue } from '../../../contract/dicts.ts';
import { call } from '../../kit/data/call.ts';
import { connectionAtom } from '../../kit/data/line.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useCaller } from '../../kit/data/session.ts';
import { serverNow } from '../../kit/data/token.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { formatCount, formatInstant } from '../../kit/ui/format.ts';
import { Icon } from '../../kit/ui/Icon.tsx';
import { openView } from '../../kit/view.ts';

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
  void openView('collectOrder', filters);
}

interface FigureProps {
  query: UseQueryResult<number | null>;
  label: string;
  hint: string;
  tone: string;
  open: () => void;
  children: ReactNode;
}

/** One figure; while it cannot be asked for it says since when it is old, like a tile does, and has no colour. */
function Figure({ query, label, hint, tone, open, children }: FigureProps) {
  const t = useT('app');
  const offline = useAtomValue(connectionAtom) === 'offline';
  if (query.data === undefined) return null;
  const old = offline || query.isError;
  const shown = old ? 'info' : tone;
  return (
    <button type="button" className="alert" title={hint} onClick={open}>
      <i className={`dot dot-${shown}`} />
      {label}
      <strong className={`pd-number tone-${shown}`}>{children}</strong>
      {old && (
        <span className="alert-since pd-number">
          <Icon name="clock" size={12} />{' '}
          {t('bar.asOf', { time: formatInstant(query.dataUpdatedAt, 'time') })}
        </span>
      )}
    </button>
  );
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
      <Figure
        query={rate}
        label={t('bar.successRate')}
        hint={t('bar.successRateHint')}
        tone={percent === null ? 'info' : toneOf(percent)}
        open={() => look({ createdAt: lately(), status: [...good(), ...bad()] })}
      >
        {percent === null ? t('bar.noOrders') : `${percent.toFixed(2)} %`}
      </Figure>
      <Figure
        query={waiting}
        label={t('bar.callbacksWaiting')}
        hint={t('bar.callbacksWaitingHint')}
        tone={waiting.data ? 'warning' : 'success'}
        open={() => look({ callbackStatus: sending() })}
      >
        {formatCount(waiting.data ?? 0)}
      </Figure>
    </div>
  );
}
