import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FileUsage } from '../../../contract/fileUsage.ts';
import { call, events, formatBytes, useT } from '../../kit/index.ts';

const KEY = ['sysFile', 'usage'];

/** How much is kept in files, as a line; undefined until it is known. */
export function useUsage(): string | undefined {
  const t = useT('platform');
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) =>
      call<FileUsage>('sysFile/usage', undefined, { method: 'GET', customCatch: true, signal }),
    retry: false,
  });
  useEffect(
    () => events.subscribe('sysFile', () => void client.invalidateQueries({ queryKey: KEY })),
    [client],
  );
  if (!data) return undefined;
  const text = (key: string, used: number, most: number) =>
    t(most > 0 ? key : `${key}Free`, { used: formatBytes(used), most: formatBytes(most) });
  const own = text('sysFile.used', data.own, data.ownMost);
  if (data.all === undefined) return own;
  return `${own} · ${text('sysFile.usedAll', data.all, data.allMost ?? 0)}`;
}
