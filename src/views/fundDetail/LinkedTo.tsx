import { Icon, type LinkContext, link, middle, useT } from '../../kit/index.ts';

interface LinkedToProps {
  tabId: string;
  context: LinkContext;
  merchant: string;
  paused: boolean;
  clear: () => void;
}

/** What the panel follows now, with a way to hold it and one to let go. */
export function LinkedTo({ tabId, context, merchant, paused, clear }: LinkedToProps) {
  const t = useT('finance');
  const label = context.orderNo ?? context.label ?? context.id;
  const name = t(paused ? 'fundDetail.link.resume' : 'fundDetail.link.pause');
  return (
    <div className="linked">
      <span className="pd-muted">{t('fundDetail.link.to')}</span>
      <b className="pd-mono" title={label}>
        {middle(label, 5, 4)}
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
        aria-label={t('fundDetail.link.clear')}
        title={t('fundDetail.link.clear')}
        onClick={clear}
      >
        <Icon name="close" size={13} />
      </button>
    </div>
  );
}
