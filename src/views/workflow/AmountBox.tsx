import { formatMoney, useT } from '../../kit/index.ts';
import { amountProblem, amountTyped } from './draft.ts';

interface AmountBoxProps {
  id?: string;
  /** Empty where there is none. */
  value: string;
  currency: string;
  /** It must be above this. */
  limit?: string;
  /** What an empty box means; without it an amount is needed. */
  placeholder?: string;
  disabled: boolean;
  set: (value: string) => void;
}

/** An amount of a flow, read as it is typed: what could not be published is marked at once. */
export function AmountBox({ id, value, currency, limit, placeholder, disabled, set }: AmountBoxProps) {
  const t = useT('platform');
  const isMissing = value === '' && placeholder !== undefined;
  const problem = isMissing ? undefined : amountProblem(value, currency, limit);
  return (
    <>
      <input
        id={id}
        className="pd-input pd-number"
        inputMode="decimal"
        placeholder={placeholder}
        value={value}
        disabled={disabled}
        aria-invalid={problem !== undefined}
        onChange={({ target }) => set(amountTyped(target.value))}
      />
      {problem && (
        <span className="pd-down" role="alert">
          {t(`workflow.amount.${problem}`, {
            currency,
            limit: problem === 'notAbove' && limit !== undefined ? formatMoney(limit, currency) : '',
          })}
        </span>
      )}
    </>
  );
}
