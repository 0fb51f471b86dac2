/** What upstreams are called and have, by id. */
export type UpstreamCurrencies = Record<string, { name: string; currency: string }>;
