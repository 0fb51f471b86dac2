import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call, events, queryClient } from '../../kit/index.ts';

/** A notice as whoever received it reads it. */
export interface Message {
  id: string;
  title: string;
  /** Rich text. */
  content: string;
  type: number;
  publicUserName: string;
  publicOrgName: string | null;
  /** ISO. */
  publishedAt: string;
}

interface Received {
  noticeId: string;
  /** 1 when this person has read it. */
  readStatus: number;
  sysNotice: Message;
}

interface Page {
  items: Received[];
  total: number;
  hasNextPage: boolean;
}

export interface Asked {
  title: string;
  unread: boolean;
  type: number | undefined;
}

const KEY = ['sysNotice/pageReceived'];
const PAGE = 50;

function pathOf({ title, unread, type }: Asked, page: number): string {
  const query = new URLSearchParams({ page: String(page), pageSize: String(PAGE) });
  if (title) query.set('title', title);
  if (unread) query.set('readStatus', '0');
  if (type !== undefined) query.set('type', String(type));
  return `sysNotice/pageReceived?${query.toString()}`;
}

/** What the person received, newest first, by pages; read again as notices change. */
export function useMessages(asked: Asked, visible: boolean) {
  useEffect(
    () => events.subscribe('sysNotice', () => void queryClient.invalidateQueries({ queryKey: KEY })),
    [],
  );
  const query = useInfiniteQuery({
    queryKey: [...KEY, asked],
    queryFn: ({ pageParam, signal }) =>
      call<Page>(pathOf(asked, pageParam), undefined, { customCatch: true, signal }),
    initialPageParam: 1,
    getNextPageParam: (last: Page, all: readonly Page[]) => (last.hasNextPage ? all.length + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: visible,
    retry: false,
  });
  const messages = (query.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .map(({ sysNotice, readStatus }) => ({ ...sysNotice, read: readStatus === 1 }));
  return { ...query, messages, total: query.data?.pages[0]?.total ?? 0 };
}

/** Marks them as read here, under the bell and in the widget; what cannot be marked stays unread. */
export async function markRead(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await call('sysNotice/setRead', { ids }, { customCatch: true }).catch(() => undefined);
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: KEY }),
    queryClient.invalidateQueries({ queryKey: ['live', 'sysNotice/mine'] }),
  ]);
}
