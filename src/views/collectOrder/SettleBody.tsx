import { Money, useT } from '../../kit/index.ts';
import type { Pending } from '../../resource/actions/useActions.ts';

/** A settlement in figures, as the server reckoned it: nothing here is computed by the screen. */
export function SettleBody({ pending }: { pending: Pending }) {
  const t = useT('orders');
  const after = pending.preview?.preview?.[0]?.after;
  if (!after) return null;
  const currency = String(after.currency ?? '');
  const money = (name: string) => <Money amount={after[name] as string | undefined} currency={currency} />;
  const label = (name: string) => t(`collectOrder.sheet.${name}`);
  const move = (name: string) => (
    <>
      <dt>{label(`${name}Before`)}</dt>
      <dd>{money(`${name}Before`)}</dd>
      <dt>{label(`${name}After`)}</dt>
      <dd className="facts-main">{money(`${name}After`)}</dd>
    </>
  );
  return (
    <dl className="facts">
      <dt>{label('order')}</dt>
      <dd className="pd-mono">{String(after.orderNo ?? '')}</dd>
      <dt>{label('merchant')}</dt>
      <dd>{String(after.merchantName ?? '')}</dd>
      <dt>{label('currency')}</dt>
      <dd>{currency}</dd>
      <div className="facts-line" />
      <dt>{label('amount')}</dt>
      <dd>{money('amount')}</dd>
      <dt>{label('fee')}</dt>
      <dd>{money('fee')}</dd>
      <dt>{label('net')}</dt>
      <dd className="facts-main">{money('net')}</dd>
      <dt>{after.agentName ? `${label('commission')} · ${String(after.agentName)}` : label('commission')}</dt>
      <dd>{money('commission')}</dd>
      <div className="facts-line" />
      {move('balance')}
      {after.pendingBefore !== undefined && <div className="facts-line" />}
      {after.pendingBefore !== undefined && move('pending')}
    </dl>
  );
}
