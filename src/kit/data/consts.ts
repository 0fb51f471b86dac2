import { atom, getDefaultStore } from 'jotai';

/** The server's constant lists: code → choices. */
export const constsAtom = atom<Readonly<Record<string, readonly { code: string; name: string }[]>>>({});

export function setConsts(raw: unknown): void {
  const lists = (Array.isArray(raw) ? raw : []) as { code?: unknown; data?: { result?: unknown } }[];
  const known = lists.map((list) => {
    const items = Array.isArray(list.data?.result)
      ? (list.data.result as { code?: unknown; name?: unknown }[])
      : [];
    return [
      String(list.code ?? ''),
      items.map((item) => ({ code: String(item.code), name: String(item.name) })),
    ] as const;
  });
  getDefaultStore().set(constsAtom, Object.fromEntries(known));
}
