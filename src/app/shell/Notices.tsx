import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import { call } from '../../kit/data/call.ts';
import { dictTone } from '../../kit/data/dict.ts';
import { events } from '../../kit/data/events.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { plainText } from '../../kit/plainText.ts';
import { part } from '../../kit/ui/part.tsx';
import { Icon } from '../../kit/ui/Icon.tsx';
import { formatInstant } from '../../kit/ui/format.ts';
import { toastLogAtom } from '../../kit/ui/toast.ts';
import { VirtualList } from '../../kit/ui/VirtualList.tsx';
import { Popup } from '../Popup.tsx';

interface Announcement {
  id: string;
  title: string;
  content: string;
  type: number;
  publishedAt: string;
  /** 1 when this person has read it. */
  readStatus: number;
  /** What an alert is about. */
  alert?: NoticeAlert | null;
}

const AlertActions = part(async () => ({ default: (await import('./AlertActions.tsx')).AlertActions }));

const TONES = { success: 'success', info: 'info', warning: 'warning', error: 'danger' } as const;
const SHOWN = 10;
/** As many as the widget asks for, so that both count the same: what is unread counts though it is not shown. */
const LIMIT = 100;
const EVERY_MS = 60_000;
/** The widget of the same name asks under this key too: reading in one place is reading in both. */
const NONE: readonly Announcement[] = [];
const KEY = ['live', 'sysNotice/mine'];

async function markRead(id: string): Promise<void> {
  await call('sysNotice/setRead', { id }, { customCatch: true }).catch(() => undefined);
  await queryClient.invalidateQueries({ queryKey: KEY });
}

function Announcements({ list, close }: { list: readonly Announcement[]; close: () => void }) {
  const [open, setOpen] = useState<string>();
  const read = (notice: Announcement) => {
    setOpen(open === notice.id ? undefined : notice.id);
    if (notice.readStatus !== 1) void markRead(notice.id);
  };
  return (
    <ul className="notices-announced">
      {list.map((notice) => (
        <li key={notice.id}>
          <button
            type="button"
            className="notices-open"
            data-unread={notice.readStatus !== 1 || undefined}
            aria-expanded={open === notice.id}
            onClick={() => read(notice)}
          >
            <i
              className={`dot dot-${notice.readStatus === 1 ? 'info' : dictTone('noticeTypeEnum', notice.type)}`}
            />
            <span>{notice.title}</span>
            <time className="pd-number pd-muted">{formatInstant(notice.publishedAt, 'brief')}</time>
          </button>
          {open === notice.id && <p className="notices-text">{plainText(notice.content)}</p>}
          {notice.alert && (open === notice.id || notice.alert.isFiring) && (
            <Suspense>
              <AlertActions alert={notice.alert} close={close} />
            </Suspense>
          )}
        </li>
      ))}
    </ul>
  );
}

/**
 * Hears of alerts as they come; what shows them is loaded with the first. What fires already when a person arrives is under
 * the bell: a message for each would lie over the lists.
 */
function useAlerts(announced: readonly Announcement[] | undefined): void {
  const hasLooked = useRef(false);
  useEffect(
    () => events.subscribe('alertIncident', () => void queryClient.invalidateQueries({ queryKey: KEY })),
    [],
  );
  useEffect(() => {
    if (!announced) return;
    const isArriving = !hasLooked.current;
    hasLooked.current = true;
    if (announced.some(({ alert }) => alert?.isFiring))
      void import('./showAlerts.ts').then(({ showAlerts }) => showAlerts(announced, isArriving));
  }, [announced]);
}

/** Messages vanish from the corner; here they can be read again, below what the platform announced. */
export function Notices() {
  const t = useT('app');
  const log = useAtomValue(toastLogAtom);
  const { data } = useQuery({
    queryKey: [...KEY, { limit: LIMIT }],
    queryFn: ({ signal }) =>
      call<Announcement[]>('sysNotice/mine', { limit: LIMIT }, { customCatch: true, signal }),
    refetchInterval: EVERY_MS,
    retry: false,
  });
  const announced = Array.isArray(data) ? data : NONE;
  useAlerts(data && announced);
  // Of what the platform announced alone, as the widget counts it: a message was seen when it came.
  const unread = announced.filter((notice) => notice.readStatus !== 1).length;
  // A reader of the screen hears what others see.
  const count = unread > 9 ? '9+' : String(unread);
  const label = unread > 0 ? `${t('notices.title')}, ${t('notices.unread', { count })}` : t('notices.title');
  const face = (
    <span className="bell">
      <Icon name="bell" />
      {unread > 0 && <i className="bell-count">{count}</i>}
    </span>
  );
  return (
    <Popup label={label} face={face} role="dialog">
      {(close) => (
        <div className="notices">
          {announced.length > 0 && <Announcements list={announced.slice(0, SHOWN)} close={close} />}
          <h3 className="pd-muted">{t('notices.messages')}</h3>
          {log.length === 0 && <p className="pd-muted">{t('notices.empty')}</p>}
          <VirtualList items={log} keyOf={({ id }) => String(id)}>
            {(toast) => (
              <>
                <i className={`dot dot-${TONES[toast.kind]}`} />
                <span>
                  {toast.text}
                  {toast.description && <span className="notices-about pd-muted">{toast.description}</span>}
                </span>
                {toast.action && (
                  <button type="button" className="pd-button" onClick={toast.action.run}>
                    {toast.action.label}
                  </button>
                )}
                <time className="pd-number pd-muted">{formatInstant(toast.at, 'time')}</time>
              </>
            )}
          </VirtualList>
        </div>
      )}
    </Popup>
  );
}
