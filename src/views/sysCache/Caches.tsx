import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CacheEntry, CacheValue } from '../../../contract/cacheState.ts';
import {
  FindBox,
  Scrolled,
  State,
  Unanswered,
  type ViewProps,
  call,
  commands,
  formatCount,
  isCallError,
  toast,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { Keys } from './Keys.tsx';
import './caches.css';

const NOT_FOUND = 404;
const DANGER: ReadonlySet<string> = new Set(['sysCache.clear']);

/** The value under the chosen key, as far as it may be seen. */
function Value({ name, visible }: { name: string; visible: boolean }) {
  const t = useT('platform');
  const query = useQuery({
    queryKey: ['sysCache', 'entry', name],
    queryFn: ({ signal }) => call<CacheValue>('sysCache/entry', { key: name }, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const { data, error } = query;
  if (isCallError(error) && error.code === NOT_FOUND)
    return <State kind="empty" text={t('sysCache.gone')} hint={<span className="pd-mono">{name}</span>} />;
  if (!data) return <Unanswered query={query} />;
  return (
    <article className="cache-value">
      <h2 className="pd-mono">{name}</h2>
      <p className="pd-muted pd-number">
        {data.leftMs === 0
          ? t('sysCache.loading')
          : t('sysCache.left', { seconds: formatCount(Math.ceil(data.leftMs / 1_000)) })}
      </p>
      {data.value === undefined ? (
        <State kind="forbidden" inline text={t('sysCache.hidden')} />
      ) : (
        <pre className="pd-mono">{JSON.stringify(data.value, null, 2)}</pre>
      )}
    </article>
  );
}

/** Forgetting the chosen key and everything, by button and key. */
function useVerbs(tabId: string, chosen: string | undefined, reread: () => void): void {
  const t = useT('platform');
  const { can } = useCaller();
  useEffect(() => commands.refresh(tabId), [tabId, chosen]);
  useCommands(tabId, [
    {
      id: 'sysCache.delete',
      label: () => t('sysCache.actions.delete'),
      icon: 'close',
      keys: ['d'],
      when: () => can('sysCache:delete') && (chosen !== undefined || t('sysCache.none')),
      async run() {
        const count = await call<number>('sysCache/delete/{key}', {}, { params: { key: chosen } });
        toast.success(t('sysCache.forgotten', { count }));
        reread();
      },
    },
    {
      id: 'sysCache.clear',
      label: () => t('sysCache.actions.clear'),
      icon: 'refresh',
      when: () => can('sysCache:clear'),
      async run() {
        await call('sysCache/clear', {});
        toast.success(`${t('sysCache.cleared')}. ${t('sysCache.everywhere')}`);
        reread();
      },
    },
    {
      id: 'sysCache.refresh',
      label: () => t('sysCache.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
  ]);
}

/** Keys left, grouped by cache; what may be seen of the chosen one right. */
export default function Caches({ tabId, visible }: ViewProps) {
  const t = useT('platform');
  const client = useQueryClient();
  const [find, setFind] = useState('');
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({
    queryKey: ['sysCache', 'entries'],
    queryFn: ({ signal }) => call<CacheEntry[]>('sysCache/entries', {}, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const { data } = query;
  useVerbs(tabId, chosen, () => void client.invalidateQueries({ queryKey: ['sysCache'] }));
  const shown = data?.filter(({ key }) => key.toLowerCase().includes(find.toLowerCase()));
  return (
    <div className="view">
      <div className="view-bar">
        <FindBox label={t('sysCache.find')} value={find} set={setFind} />
        {shown && <span className="pd-muted pd-number">{t('sysCache.count', { count: shown.length })}</span>}
        <Toolbar
          tabId={tabId}
          buttons={['sysCache.delete', 'sysCache.refresh']}
          more={['sysCache.clear']}
          danger={DANGER}
        />
      </div>
      <div className="view-body caches">
        {!shown ? (
          <Unanswered query={query} />
        ) : shown.length === 0 ? (
          <State kind="empty" text={t('sysCache.empty')} />
        ) : (
          <>
            <Keys entries={shown} chosen={chosen} choose={setChosen} />
            <Scrolled className="cache-detail" label={chosen ?? t('sysCache.title')}>
              {chosen === undefined ? (
                <State kind="empty" text={t('sysCache.none')} />
              ) : (
                <Value name={chosen} visible={visible} />
              )}
            </Scrolled>
          </>
        )}
      </div>
    </div>
  );
}
