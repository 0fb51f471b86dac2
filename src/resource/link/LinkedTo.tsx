import { Icon, link, middle, useT } from '../../kit/index.ts';
import type { GridModel } from '../grid/model.ts';
import type { GridPanel } from '../grid/usePanel.ts';
import type { Followed } from './useFollowed.ts';
import './link.css';

/** The merchant the colour is on, as its rows name it; other rows of an order are its agent's. */
function merchantOf(model: GridModel, merchantId: string | undefined): string {
  const rows = model.blocks.order().map((id) => model.blocks.get(id));
  const name = rows.find((row) => row && row.merchantId === merchantId)?.merchantName;
  return typeof name === 'string' ? name : '';
}

interface LinkedToProps {
  tabId: string;
  panel: GridPanel;
  linked: Followed;
}

/** What the panel follows now, with a way to hold it and one to let go; nothing where it follows nothing. */
export function LinkedTo({ tabId, panel, linked }: LinkedToProps) {
  const t = useT('grid');
  const { context, paused, clear } = linked;
  if (!context) return null;
  const merchant = merchantOf(panel.model, context.merchantId);
  // The list may know merchants alone, whatever order the colour is on.
  const byMerchant = !('orderNo' in panel.state.filters);
  const own = context.orderNo ?? context.label ?? context.id;
  // What did not come has no name: the order it is about stands for it.
  const unnamed = context.resource === 'merchant' || !panel.state.loading ? own : '';
  const label = byMerchant ? merchant || unnamed : own;
  const name = t(paused ? 'link.resume' : 'link.pause');
  return (
    <div className="linked">
      <span className="pd-muted">{t('link.to')}</span>
      <b className={byMerchant ? 'linked-name' : 'pd-mono'} title={label}>
        {byMerchant ? label : middle(label, 5, 4)}
      </b>
      {merchant && merchant !== label && <span className="pd-muted">· {merchant}</span>}
      <span className="grow" />
      <button
        type="button"
        className="pd-icon-button"
        aria-label={name}
        title={name}
        aria-pressed={paused}
        onClick={() => link.setPaused(tabId, !paused)}
      >
        <Icon name={paused ? 'play' : 'pause'} size={13} />
      </button>
      <button
        type="button"
        className="pd-icon-button"
        aria-label={t('link.clear')}
        title={t('link.clear')}
        onClick={clear}
      >
        <Icon name="close" size={13} />
      </button>
    </div>
  );
}
