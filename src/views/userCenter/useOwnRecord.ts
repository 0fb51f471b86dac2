import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getDefaultStore } from 'jotai';
import type { Row } from '../../../contract/calls.ts';
import { call, currentLocale, profileAtom } from '../../kit/index.ts';
import { commandKey } from '../../kit/data/commandKey.ts';

const KEY = 'sysUser/baseInfo';

export interface OwnRecord {
  row: Row | undefined;
  query: { error: Error | null; isPending: boolean; refetch: () => unknown };
  /** Reads it once more. */
  again: () => Promise<void>;
}

/** The caller's own record. */
export function useOwnRecord(visible: boolean): OwnRecord {
  const client = useQueryClient();
  const query = useQuery({
    // What it says of roles is in the language on screen.
    queryKey: [KEY, currentLocale()],
    queryFn: ({ signal }) => call<Row>(KEY, undefined, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const again = () => client.invalidateQueries({ queryKey: [KEY] });
  return { row: query.data, query, again };
}

/** What the shell shows of the person follows what they saved. */
export function noteProfile(change: { realName?: string; avatar?: string }): void {
  const store = getDefaultStore();
  const profile = store.get(profileAtom);
  if (profile) store.set(profileAtom, { ...profile, ...change });
}

/** Keeps a picture of the person. @returns its address */
export async function keepPicture(
  kind: 'Avatar' | 'Signature',
  picture: Blob,
  name: string,
): Promise<string> {
  const form = new FormData();
  form.append('file', picture, name);
  const path = kind === 'Avatar' ? 'sysFile/uploadAvatar' : 'sysFile/uploadSignature';
  const { url } = await call<{ url: string }>(path, form, {
    customCatch: true,
    idempotencyKey: commandKey(),
  });
  return url;
}
