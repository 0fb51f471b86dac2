/** A binding met with an amount: what its terms are made of. */
interface Met {
  currency: string;
  within: boolean;
  least: string;
  most: string;
  upstream_id: string | null;
}

/** Which field is why no terms apply, with the bounds that it missed: values of the refusal; undefined where they do. */
export function missingTerms(met: Met | undefined): Record<string, unknown> | undefined {
  if (!met) return { says: 'termsChannel', field: 'channelCode' };
  const { currency, least, most } = met;
  if (!met.within) return { says: 'termsAmount', field: 'amount', least, most, currency };
  return met.upstream_id === null ? { says: 'termsRoute', field: 'amount' } : undefined;
}
