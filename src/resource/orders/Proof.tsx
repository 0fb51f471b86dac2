import { isOwnPath } from '../../../contract/pageLink.ts';
import { useState } from 'react';
import { useT } from '../../kit/index.ts';

/** What the payer sent as proof of the payment; opened whole in a tab of its own. */
export function Proof({ url }: { url: string }) {
  const t = useT('orders');
  const [failed, setFailed] = useState('');
  // A proof is a picture of ours: an address elsewhere is shown as text and never fetched by looking at it.
  const own = isOwnPath(url);
  return (
    <>
      <h3 className="line-title">{t('peek.proof')}</h3>
      {own && failed !== url ? (
        <a className="proof" href={url} target="_blank" rel="noreferrer" title={t('peek.proofOpen')}>
          <img src={url} alt={t('peek.proof')} loading="lazy" onError={() => setFailed(url)} />
        </a>
      ) : (
        <span className="pd-mono">{url}</span>
      )}
    </>
  );
}
