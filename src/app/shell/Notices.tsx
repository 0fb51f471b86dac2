import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { Suspense, useEffect, useRef, useState } from 'react';
import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import type { NoticeLink } from '../../../contract/noticeLink.ts';
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
import { openView } from '../../kit/view.ts';
import { Popup } from '../Popup.tsx';
import { NOTICES_KEY, readNotice } from './readNotice.ts';

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
  /** The way to what another notice is about. */
  link?: NoticeLink | null;
}

const AlertActions = part(async () => ({ default: (await import('./AlertActions.tsx')).AlertActions }));

const TONES = { success: 'success', info: 'info', warning: 'warning', error: 'danger' } as const;
const SHOWN = 10;
/** As many as the widget asks for, so that both count the same: what is unread counts though it is not shown. */
const LIMIT = 100;
const EVERY_MS = 60_000;
const NONE: readonly Announcement[] = [];

/** To what a notice is about. */
function Way({ link, close }: { link: NoticeLink; close: () => void }) {
  const t = useT('app');
  const go = () => {
    close();
    void openView(link.view, link.args);
  };
  return (
    <div className="notices-alert">
      <button type="button" className="pd-button" onClick={go}>
        {t('notices.open')}
      </button>
    </div>
  );
}

function Announcements({ list, close }: { list: readonly Announcement[]; close: () => void }) {
  const [open, setOpen] = useState<string>();
  const read = (notice: Announcement) => {
    setOpen(open === notice.id ? undefined : notice.id);
    if (notice.readStatus !== 1) void readNotice(notice.id);
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
          {notice.link && open === notice.id && <Way link={notice.link} close={close} />}
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

/** Rows that a notice may be about: with one of them the notices are read again. */
const HEARD = ['alertIncident', 'orderNote', 'shiftHandover', 'sysNotice'] as const;

/**
 * Hears of alerts, and of what is for this person alone, as they come; what shows them is loaded with the first. What is there
 * already when a person arrives is under the bell: a message for each would lie over the lists.
 */
function useAlerts(announced: readonly Announcement[] | undefined): void {
  const hasLooked = useRef(false);
  useEffect(() => {
    const again = () => void queryClient.invalidateQueries({ queryKey: NOTICES_KEY });
    const undo = HEARD.map((resource) => events.subscribe(resource, again));
    return () => {
      for (const stop of undo) stop();
    };
  }, []);
  useEffect(() => {
    if (!announced) return;
    const isArriving = !hasLooked.current;
    hasLooked.current = true;
    if (announced.some(({ alert, link }) => alert?.isFiring || link))
      void import('./showNotices.ts').then(({ showNotices }) => showNotices(announced, isArriving));
  }, [announced]);
}

/** Messages vanish from the corner; here they can be read again, below what the platform announced. */
export function Notices() {
  const t = useT('app');
  const log = useAtomValue(toastLogAtom);
  const { data } = useQuery({
    queryKey: [...NOTICES_KEY, { limit: LIMIT }],
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
          {/* What is older, and what is too long for here. */}
          <button
            type="button"
            className="pd-button notices-all"
            onClick={() => {
              close();
              void openView('notice');
            }}
          >
            {t('notices.all')}
          </button>
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
                  <button
                    type="button"
                    className="pd-button"
                    // What it leads to must not lie under the list.
                    onClick={() => {
                      close();
                      toast.action?.run();
                    }}
                  >
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
