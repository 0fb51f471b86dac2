import { type AmountsByCurrency, DEFAULT_BULK_LIMITS, isAmountOf } from '../../../contract/bulkLimits.ts';
import { grouped } from '../../../contract/grouping.ts';
import { useT } from '../i18n/i18n.ts';
import { Affix } from './Affix.tsx';
import { type InputProps, controlProps } from './input.ts';

/** Amounts by currency in one row; an empty one means the usual limit, which is shown in its place. */
export function AmountInputs(props: InputProps) {
  const { id, value, onChange, error } = props;
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
    <div className="input-amounts" title={t('help.bulkLimits')}>
      {Object.entries(DEFAULT_BULK_LIMITS).map(([currency, usual], at) => (
        <Affix
          key={currency}
          {...controlProps({ ...props, label: currency })}
          // The form's label leads to the first one.
          id={at === 0 ? id : undefined}
          // The whole field is refused; only what is wrong in it is marked.
          aria-invalid={error !== undefined && isWrong(currency)}
          className="input-decimal"
          inputMode="decimal"
          placeholder={grouped(usual)}
          value={amounts[currency] ?? ''}
          onChange={(event) => write(currency, event.target.value.trim())}
        >
          {currency}
        </Affix>
      ))}
    </div>
  );
}
