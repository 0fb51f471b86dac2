import type { MerchantTie, MerchantTies } from '../../../contract/trialBalance.ts';
import { Icon, dictLabel, formatMoney, signOf, useT } from '../../kit/index.ts';
import { type Behind, lookAtMerchant } from './behind.ts';

const FIGURES = ['opening', 'in', 'out', 'fees', 'closing'] as const;

export const tiesOut = ({ gap, drift }: MerchantTie): boolean =>
  signOf(gap) === 0 && (drift === null || signOf(drift) === 0);

function Verdict({ row }: { row: MerchantTie }) {
  const t = useT('finance');
  if (tiesOut(row))
    return (
      <span className="pd-up" title={t('trialBalance.ties')}>
        <Icon name="check" size={12} />
      </span>
    );
  const amount = (text: string) => formatMoney(text, row.currency, { code: true });
  return (
    <span className="pd-down" role="alert">
      {signOf(row.gap) !== 0 && t('trialBalance.breaks', { amount: amount(row.gap) })}{' '}
      {row.drift !== null &&
        signOf(row.drift) !== 0 &&
        t('trialBalance.drift', { amount: amount(row.drift) })}
    </span>
  );
}

/** Opening + in − out − fees = closing, for each merchant of each currency. */
export function Merchants({ data, behind }: { data: MerchantTies; behind: Behind }) {
  const t = useT('finance');
  return (
    <table className="trial">
      <thead>
        <tr>
          <th scope="col">{t('trialBalance.columns.merchant')}</th>
          {FIGURES.map((name) => (
            <th key={name} scope="col">
              {t(`trialBalance.columns.${name}`)}
            </th>
          ))}
          <th scope="col">{t('trialBalance.columns.check')}</th>
        </tr>
      </thead>
      {[...Map.groupBy(data.rows, (row) => row.currency)]
        .toSorted(([a], [b]) => a.localeCompare(b))
        .map(([currency, rows]) => (
          <tbody key={currency}>
            <tr className="trial-currency">
              <th scope="rowgroup" colSpan={7}>
                {currency} <span className="pd-muted">{dictLabel('currency', currency)}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <tr key={row.merchantId} data-merchant={row.merchantId}>
                <th scope="row">
                  <button
                    type="button"
                    className="trial-link"
                    title={t('trialBalance.drill')}
                    onClick={() => void lookAtMerchant(row.merchantId, currency, behind)}
                  >
                    {row.merchantName}
                  </button>
                </th>
                {FIGURES.map((name) => (
                  <td key={name} className="pd-number">
                    {formatMoney(row[name], currency)}
                  </td>
                ))}
                <td>
                  <Verdict row={row} />
                </td>
              </tr>
            ))}
          </tbody>
        ))}
    </table>
  );
}
