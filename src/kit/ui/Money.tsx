import { formatMoney, toneOf } from './format.ts';

interface MoneyProps {
  amount: string | null | undefined;
  currency: string;
  /** Writes the sign and colours by it; a `gap` should be nothing, so that neither sign is good. */
  signed?: boolean | 'gap';
  code?: boolean;
}

export function Money({ amount, currency, signed = false, code = false }: MoneyProps) {
  const tone = toneOf(amount, signed);
  return (
    <span className={`pd-number${tone ? ` pd-${tone}` : ''}`}>
      {formatMoney(amount, currency, { signed: signed !== false, code })}
    </span>
  );
}
