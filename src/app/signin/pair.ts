import type { PasskeyAsked } from '../../kit/data/passkey.ts';
import { isCallError } from '../../kit/data/CallError.ts';
import { announceSignIn } from '../../kit/data/signOut.ts';
import { hasToken, storePair } from '../../kit/data/token.ts';
import { type Translate, i18n, translateIfAny } from '../../kit/i18n/i18n.ts';
import { currentLocale } from '../../kit/i18n/locale.ts';
import { storage } from '../../kit/storage.ts';

/** What the server asks for after a right password or code; without options no passkey is good at this address. */
export type SecondAsked = Pick<PasskeyAsked, 'challengeId'> & Partial<PasskeyAsked>;

export interface Pair {
  accessToken?: string;
  refreshToken?: string;
}

/** What every way of signing in ends with; the account that was typed is offered the next time. */
export function keepPair(pair: Pair | null, account?: string): void {
  if (!hasToken() && pair?.accessToken) storePair(pair.accessToken, pair.refreshToken ?? '');
  if (account !== undefined) storage.set('account', account);
  announceSignIn();
}

export type LazyText = (t: Translate) => string;

/** A refusal in the language it came in; once another one is chosen, in that, with the figures it came with. */
export function refusalText(error: unknown): LazyText {
  if (!isCallError(error)) return () => String(error);
  const { message, errorCode, extras } = error;
  const values = (extras.values ?? {}) as Record<string, unknown>;
  const locale = currentLocale();
  void i18n.loadNamespaces('errors');
  return (t) => {
    if (errorCode === 'network') return t('error.network');
    const other = locale === currentLocale() ? undefined : translateIfAny(`errors:${errorCode}`, values);
    return other === undefined || other.includes('{{') ? message : other;
  };
}

/** What a second step is asked for, where that is why a sign-in goes no further. */
export const secondOf = (error: unknown): SecondAsked | undefined =>
  isCallError(error) && error.errorCode === 'secondFactor'
    ? (error.extras.values as unknown as SecondAsked)
    : undefined;
