import type { RowsResult } from '../../../contract/calls.ts';
import type { Resource } from '../../../contract/resource.ts';
import { call, caller, events } from '../../kit/index.ts';
import type { Pending, Preview } from './pending.ts';

const MOST = 200;

const shows = ({ preview: rows, impact }: Preview): boolean =>
  (impact?.balances.length ?? 0) > 0 ||
  (rows ?? []).some(({ after }) => Object.keys(after).some((name) => name.endsWith('Before')));

/** Merchants whose balances stand on an open sheet; none where it shows no balances. */
export function merchantsOf({ scope }: Resource, { preview, before, rows }: Pending): string[] {
  const newest = before ?? preview;
  if (!newest || !shows(newest)) return [];
  const named = [
    ...(newest.impact?.balances ?? []).map(({ merchantId }) => merchantId),
    ...rows.map((row) => (scope === 'id' ? row.id : row.merchantId)),
    // What merchants' people ask for is their own.
    caller().profile.merchantId,
  ];
  return [...new Set(named.filter((id) => typeof id === 'string'))].slice(0, MOST);
}

/** Tells when a balance of these merchants moves, to those who may see them; returns its undo. */
export function watchBalances(merchants: readonly string[], tell: () => void): () => void {
  if (merchants.length === 0 || !caller().can('merchantAsset:page')) return () => undefined;
  // An event names the balance and not the merchant. Until it is known which are theirs, any may be.
  let theirs: ReadonlySet<string> | undefined;
  const stop = new AbortController();
  const body = { start: 0, end: MOST, merchantId: merchants };
  const know = (ids: readonly string[]): void => {
    theirs = new Set(ids);
  };
  call<RowsResult>('merchantAsset/rows', body, { customCatch: true, signal: stop.signal })
    .then(({ items }) => know(items.map(({ id }) => id)))
    .catch(() => know([]));
  const undo = events.subscribe('merchantAsset', (list) => {
    if (list.some(({ id }) => theirs?.has(id) ?? true)) tell();
  });
  return () => {
    stop.abort();
    undo();
  };
}
