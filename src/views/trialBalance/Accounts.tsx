import type { TrialBalance, TrialCheck, TrialLine } from '../../../contract/trialBalance.ts';
import { Icon, dictLabel, formatMoney, openView, useT } from '../../kit/index.ts';
import { type Behind, isMerchantAccount, lookAtEntries, lookAtLine } from './behind.ts';

const FIGURES = ['opening', 'debit', 'credit', 'closing'] as const;

function accountName({ account, upstreamName }: TrialLine, t: ReturnType<typeof useT>): string {
  if (isMerchantAccount(account)) return t(`trialBalance.merchantAccount.${account}`);
  const [kind = ''] = account.split(':');
  return kind === 'upstream' && upstreamName
    ? t('trialBalance.upstream', { name: upstreamName })
    : dictLabel('platformAccount', kind);
}

function Figures({ row }: { row: Pick<TrialLine, (typeof FIGURES)[number] | 'currency'> }) {
  return FIGURES.map((name) => (
    <td key={name} className="pd-number">
      {formatMoney(row[name], row.currency)}
    </td>
  ));
}

function Check({ check, behind }: { check: TrialCheck; behind: Behind }) {
  const t = useT('finance');
  const amount = formatMoney(check.closing === '0' ? check.opening : check.closing, check.currency, {
    code: true,
  });
  return (
    <tr className="trial-sum" data-check={check.currency} data-reconciles={check.reconciles}>
      <th scope="row">
        <button
          type="button"
          className="trial-link"
          onClick={() => void lookAtEntries(check.currency, behind)}
        >
          {t('trialBalance.total')}
        </button>
        <span
          className={check.reconciles ? 'pd-up' : 'pd-down'}
          role={check.reconciles ? undefined : 'alert'}
        >
          <Icon name={check.reconciles ? 'check' : 'warning'} size={12} />{' '}
          {check.reconciles ? t('trialBalance.ties') : t('trialBalance.breaks', { amount })}
        </span>
      </th>
      <Figures row={check} />
    </tr>
  );
}

/** Entries that do not balance, above everything they make wrong. */
function Faults({ faults }: Pick<TrialBalance, 'faults'>) {
  const t = useT('finance');
  return (
    <ul className="trial-faults" role="alert">
      <li>{t('trialBalance.faults')}</li>
      {faults.map(({ entryId, problem }) => (
        <li key={entryId}>
          <button
            type="button"
            className="link-button pd-mono"
            onClick={() => void openView('transaction', { entryId })}
          >
            {entryId}
          </button>{' '}
          <span className="pd-muted">{problem}</span>
        </li>
      ))}
    </ul>
  );
}

function Line({ line, behind }: { line: TrialLine; behind: Behind }) {
  const t = useT('finance');
  return (
    <tr data-account={line.account}>
      <th scope="row">
        <button
          type="button"
          className="trial-link"
          title={t('trialBalance.drill')}
          onClick={() => void lookAtLine(line, behind)}
        >
          {accountName(line, t)}
        </button>
      </th>
      <Figures row={line} />
    </tr>
  );
}

/** The accounts of each currency, and the sums that must be zero. */
export function Accounts({ data, behind }: { data: TrialBalance; behind: Behind }) {
  const t = useT('finance');
  return (
    <>
      {data.faults.length > 0 && <Faults faults={data.faults} />}
      <table className="trial trial-accounts">
        <thead>
          <tr>
            <th scope="col">{t('trialBalance.columns.account')}</th>
            {FIGURES.map((name) => (
              <th key={name} scope="col">
                {t(`trialBalance.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        {data.checks.map((check) => (
          <tbody key={check.currency}>
            <tr className="trial-currency">
              <th scope="rowgroup" colSpan={5}>
                {check.currency} <span className="pd-muted">{dictLabel('currency', check.currency)}</span>
              </th>
            </tr>
            {data.lines
              .filter((line) => line.currency === check.currency)
              .map((line) => (
                <Line key={line.account} line={line} behind={behind} />
              ))}
            <Check check={check} behind={behind} />
          </tbody>
        ))}
      </table>
    </>
  );
}
