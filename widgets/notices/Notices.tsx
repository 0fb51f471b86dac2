import './notices.css';
import { useState } from 'react';
import {
  State,
  Unanswered,
  VirtualList,
  type WidgetProps,
  call,
  dictTone,
  formatInstant,
  plainText,
  queryClient,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';

interface Notice {
  id: string;
  title: string;
  content: string;
  type: number;
  publisher: string;
  publishedAt: string;
  /** 1 when this person has read it. */
  readStatus: number;
}

const PATH = 'sysNotice/mine';
const EVERY_MS = 60_000;
/** All that the server sends at once: what is unread counts though it is not shown. */
const ALL = 100;

export default function Notices({ settings }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const query = useLive<Notice[]>(PATH, { limit: ALL }, EVERY_MS);
  const { data } = query;
  const [open, setOpen] = useState<string>();
  const unread = data?.filter((notice) => notice.readStatus !== 1).length ?? 0;
  useWidgetNote(unread > 0 ? t('notices.unread', { count: unread }) : '');
  if (!data) return <Unanswered query={query} />;
  if (data.length === 0) return <State kind="empty" text={t('notices.empty')} />;
  async function read(notice: Notice) {
    setOpen(open === notice.id ? undefined : notice.id);
    if (notice.readStatus === 1) return;
    await call('sysNotice/setRead', { id: notice.id }).catch(() => undefined);
    // The bell asks for its own number of them: reading in one place is reading in both.
    await queryClient.invalidateQueries({ queryKey: ['live', PATH] });
  }
  return (
    <VirtualList
      className="notice-list plain-list tile-rows"
      items={data.slice(0, settings.shown)}
      keyOf={({ id }) => id}
      walk
    >
      {(notice) => (
        <>
          <button
            type="button"
            className="line-button"
            aria-expanded={open === notice.id}
            data-unread={notice.readStatus !== 1 || undefined}
            onClick={() => void read(notice)}
          >
            <i
              className={`dot dot-${notice.readStatus === 1 ? 'info' : dictTone('noticeTypeEnum', notice.type)}`}
            />
            <span>{notice.title}</span>
            <time className="pd-muted pd-number">{formatInstant(notice.publishedAt, 'brief')}</time>
          </button>
          {open === notice.id && (
            <p className="notice-text">
              {plainText(notice.content)}
              <span className="pd-muted">
                {t('notices.by', { name: notice.publisher, time: formatInstant(notice.publishedAt) })}
              </span>
            </p>
          )}
        </>
      )}
    </VirtualList>
  );
}
