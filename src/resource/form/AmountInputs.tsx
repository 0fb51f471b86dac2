import { Input } from 'antd';
import { type AmountsByCurrency, DEFAULT_BULK_LIMITS, isAmountOf } from '../../../contract/bulkLimits.ts';
import { grouped } from '../../../contract/grouping.ts';
import { useT } from '../../kit/index.ts';

interface AmountInputsProps {
  /** Of the first one, where the form's label leads. */
  id?: string;
  value?: unknown;
  onChange?: (value: unknown) => void;
}

/** Amounts by currency side by side; an empty one stands for the usual limit, which is shown in its place. */
export function AmountInputs({ id, value, onChange }: AmountInputsProps) {
  const t = useT('grid');
  const amounts = (value ?? {}) as AmountsByCurrency;
  const isWrong = (currency: string): boolean =>
    amounts[currency] !== undefined && !isAmountOf(currency, amounts[currency]);
  const write = (currency: string, amount: string): void => {
    const { [currency]: _former, ...others } = amounts;
    const next = amount === '' ? others : { ...amounts, [currency]: amount };
    onChange?.(Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <div className="form-amounts" title={t('help.bulkLimits')}>
      {Object.entries(DEFAULT_BULK_LIMITS).map(([currency, usual], at) => (
        <Input
          key={currency}
          {...(id && at === 0 && { id })}
          className={`form-decimal${isWrong(currency) ? ' form-amount-wrong' : ''}`}
          inputMode="decimal"
          aria-label={currency}
          placeholder={grouped(usual)}
          suffix={<span className="pd-muted">{currency}</span>}
          value={amounts[currency] ?? ''}
          onChange={(event) => write(currency, event.target.value.trim())}
        />
      ))}
    </div>
  );
}
