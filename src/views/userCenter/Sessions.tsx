import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnSession } from '../../../contract/ownSession.ts';
import {
  Unanswered,
  call,
  formatInstant,
  isCallError,
  localised,
  toast,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { commandKey } from '../../kit/data/commandKey.ts';
import { Key } from '../../kit/ui/Key.tsx';

const OWN = 'userSession/own';
const KEY_OTHERS = 'shift+e';

const deviceOf = ({ browser, os, userAgent }: OwnSession): string =>
  [browser, os].filter(Boolean).join(' · ') || userAgent || '–';

interface LineProps {
  busy: boolean;
  end: (id: string) => void;
}

function Line({ each, busy, end }: LineProps & { each: OwnSession }) {
  const t = useT('system');
  return (
    <tr>
      <td title={each.userAgent ?? ''}>{deviceOf(each)}</td>
      <td className="pd-mono" title={localised(each.location ?? '')}>
        {each.ip ?? '–'}
        {each.location && <span className="centre-place">{localised(each.location)}</span>}
      </td>
      <td className="pd-number">{formatInstant(each.since)}</td>
      <td className="pd-number">{formatInstant(each.lastSeenAt)}</td>
      <td>
        {each.isCurrent ? (
          <span className="pd-tag pd-tag-primary">{t('userCenter.sessions.this')}</span>
        ) : (
          <>
            {each.isLocked && <span className="pd-tag pd-tag-info">{t('userCenter.sessions.locked')}</span>}
            <button
              type="button"
              className="link-button"
              disabled={busy}
              aria-label={t('userCenter.sessions.endOne', { device: deviceOf(each) })}
              onClick={() => end(each.id)}
            >
              {t('userCenter.sessions.end')}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

function Lines({ sessions, ...rest }: LineProps & { sessions: readonly OwnSession[] }) {
  const t = useT('system');
  return (
    <div className="centre-scroll">
      <table>
        <thead>
          <tr>
            <th>{t('userCenter.sessions.device')}</th>
            <th>{t('userCenter.sessions.address')}</th>
            <th>{t('userCenter.sessions.since')}</th>
            <th>{t('userCenter.sessions.seen')}</th>
            <th aria-label={t('userCenter.sessions.verb')} />
          </tr>
        </thead>
        <tbody>
          {sessions.map((each) => (
            <Line key={each.id} each={each} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Where the account is signed in, and its end there. */
export function Sessions({ tabId, visible }: { tabId: string; visible: boolean }) {
  const t = useT('system');
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const query = useQuery({
    queryKey: [OWN],
    queryFn: ({ signal }) => call<OwnSession[]>(OWN, undefined, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const { data } = query;
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? [];

  async function end(path: string, body: unknown, count: number): Promise<void> {
    if (busy) return;
    setBusy(true);
    try {
      await call(path, body, { customCatch: true, idempotencyKey: commandKey() });
      toast.success(t('userCenter.sessions.ended', { count }));
    } catch (refused) {
      toast.error(isCallError(refused) ? refused.message : String(refused));
    } finally {
      setBusy(false);
      await client.invalidateQueries({ queryKey: [OWN] });
    }
  }
  const endOthers = () => end('userSession/revokeOthers', {}, others.length);
  useCommands(tabId, [
    {
      id: 'userCenter.endOthers',
      label: () => t('userCenter.sessions.endOthers'),
      icon: 'logout',
      keys: [KEY_OTHERS],
      when: () => others.length > 0 || t('userCenter.sessions.alone'),
      run: endOthers,
    },
  ]);
  if (!data) return <Unanswered query={query} />;
  return (
    <section className="centre-sessions" aria-label={t('userCenter.tabs.sessions')}>
      <div className="centre-sessions-head">
        <p className="pd-muted">{t('userCenter.sessions.about')}</p>
        <button
          type="button"
          className="pd-button"
          disabled={busy || others.length === 0}
          onClick={() => void endOthers()}
        >
          {t('userCenter.sessions.endOthers')} <Key keys={KEY_OTHERS} />
        </button>
      </div>
      <Lines sessions={data} busy={busy} end={(id) => void end('userSession/revoke', { id }, 1)} />
    </section>
  );
}
