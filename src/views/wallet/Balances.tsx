import type { Row } from '../../../contract/calls.ts';
import { Money, dictLabel, useT } from '../../kit/index.ts';

export const FIGURES = ['available', 'pending', 'frozen', 'total'] as const;

interface BalancesProps {
  assets: readonly Row[];
  chosen: string | undefined;
  choose: (asset: Row) => void;
  /** More than one merchant's: each says whose it is. */
  named: boolean;
}

/** What is held in each currency; the chosen one shows its movements beside. */
export function Balances({ assets, chosen, choose, named }: BalancesProps) {
  const t = useT('finance');
  return (
    <div className="wallet-list">
      <table className="wallet-balances" aria-label={t('wallet.balances')}>
        <thead>
          <tr>
            <th scope="col">{t('merchantAsset.fields.currency')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col">
                {t(`wallet.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {assets.map((asset) => {
            const currency = String(asset.currency);
            return (
              <tr
                key={asset.id}
                className={asset.id === chosen ? 'wallet-chosen' : ''}
                onClick={() => choose(asset)}
              >
                <th scope="row">
                  <button type="button" aria-pressed={asset.id === chosen} data-asset={currency}>
                    <b>{currency}</b>{' '}
                    <span className="pd-muted">
                      {named ? String(asset.merchantName) : dictLabel('currency', currency)}
                    </span>
                  </button>
                </th>
                {FIGURES.map((name) => (
                  <td key={name}>
                    <Money amount={String(asset[name])} currency={currency} />
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
