/** What the sandbox upstream can be set to do: every way in which a real one has failed somebody. */
export const BEHAVIOURS = Object.freeze([
  /** Takes the order and reports it paid. */
  'pays',
  /** Refuses at once. */
  'refuses',
  /** Takes the order and reports that it failed. */
  'fails',
  /** Takes it and says nothing until it is asked. */
  'silent',
  /** Carries it out, but the answer never comes: the connection is reset. */
  'resets',
  /** Answers 502 although it carried it out. */
  'gateway',
  /** Reports twenty times. */
  'duplicates',
  /** Reports "failed" after "paid". */
  'reorders',
  /** Reports another amount. */
  'wrongAmount',
  /** Reports another currency. */
  'wrongCurrency',
  /** Signs its report with another secret. */
  'forges',
  /** Reports "paid" and answers "failed" when it is asked. */
  'contradicts',
  /** Reports after `delayMs`. */
  'delays',
  /** Has never heard of the order when it is asked. */
  'forgets',
] as const);
export type Behaviour = (typeof BEHAVIOURS)[number];

/** What the sandbox remembers of one order. */
export interface Held {
  code: string;
  kind: 'collect' | 'pay';
  orderNo: string;
  upstreamOrderNo: string;
  amount: string;
  currency: string;
  utr: string;
  behaviour: Behaviour;
  state: 'pending' | 'paid' | 'failed';
}

export interface Report {
  state: 'paid' | 'failed';
  amount: string;
  currency: string;
  /** Sent under a signature that is not the upstream's. */
  forged: boolean;
}

const OTHER_CURRENCY = 'USD';

/** The reports that an order's behaviour leads to, in the order they are sent. */
export function reportsOf(held: Pick<Held, 'behaviour' | 'amount' | 'currency'>): Report[] {
  const { amount, currency } = held;
  const paid: Report = { state: 'paid', amount, currency, forged: false };
  const failed: Report = { ...paid, state: 'failed' };
  switch (held.behaviour) {
    case 'refuses':
    case 'silent':
    case 'resets':
    case 'gateway':
    case 'forgets':
      return [];
    case 'fails':
      return [failed];
    case 'duplicates':
      return Array.from({ length: 20 }, () => paid);
    case 'reorders':
      return [paid, failed];
    case 'wrongAmount':
      return [{ ...paid, amount: String(Math.max(1, Math.floor(Number(amount) / 2))) }];
    case 'wrongCurrency':
      return [{ ...paid, currency: currency === OTHER_CURRENCY ? 'EUR' : OTHER_CURRENCY }];
    case 'forges':
      return [{ ...paid, forged: true }];
    default:
      return [paid];
  }
}
