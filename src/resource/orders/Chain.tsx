import { useT } from '../../kit/index.ts';
import type { Row } from '../../../contract/calls.ts';
import { chainOf } from './chain.ts';
import type { OrderKind } from './kind.ts';

/** What the order needs in turn, each with how far it has come. */
export function Chain({ kind, order }: { kind: OrderKind; order: Row }) {
  const t = useT('orders');
  return (
    <ol className="chain" aria-label={t('chain.title')}>
      {chainOf(order, kind, t).map(({ name, tone, text }) => (
        <li key={name} className={tone === 'none' ? 'pd-muted' : undefined}>
          <i className={`line-dot ${tone === 'none' ? 'chain-open' : `line-${tone}`}`} aria-hidden="true" />
          <span className="pd-muted">{t(`chain.${name}`)}</span>
          <span>{text}</span>
        </li>
      ))}
    </ol>
  );
}
