import { formatMoney, signOf } from './format.ts';

interface MoneyProps {
  amount: string | null | undefined;
  currency: string;
  /** Writes the sign and colours by it. */
  signed?: boolean;
  code?: boolean;
}

export function Money({ amount, currency, signed = false, code = false }: MoneyProps) {
  const sign = signed ? signOf(amount) : 0;
  const tone = sign > 0 ? ' pd-up' : sign < 0 ? ' pd-down' : '';
  return <span className={`pd-number${tone}`}>{formatMoney(amount, currency, { signed, code })}</span>;
}
