import { currentLocale, storage } from '../../kit/index.ts';

/**
 * How wide the columns of a list last had to be, so that the next opening starts there and nothing moves when the rows
 * come. Texts differ by language and size, and a phone cuts them shorter.
 */

const WAIT_MS = 500;
const PHONE = 520;
const due = new Map<string, ReturnType<typeof setTimeout>>();

const keyOf = (root: HTMLElement, resource: string): string =>
  [
    'fitted',
    resource,
    currentLocale(),
    root.ownerDocument.documentElement.dataset.size ?? '',
    root.clientWidth < PHONE ? 'phone' : 'desk',
  ].join(':');

const parse = (raw: unknown): Record<string, number> =>
  raw !== null && typeof raw === 'object'
    ? Object.fromEntries(
        Object.entries(raw).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
      )
    : {};

export const fittedOf = (root: HTMLElement, resource: string): Readonly<Record<string, number>> =>
  storage.get(keyOf(root, resource), parse);

/** Columns that are not measured now keep what is known of them. */
export function keepFitted(root: HTMLElement, resource: string, needed: ReadonlyMap<string, number>): void {
  const key = keyOf(root, resource);
  clearTimeout(due.get(key));
  due.set(
    key,
    setTimeout(() => {
      due.delete(key);
      storage.set(key, { ...storage.get(key, parse), ...Object.fromEntries(needed) });
    }, WAIT_MS),
  );
}
