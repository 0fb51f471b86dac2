import { useQuery } from '@tanstack/react-query';
import { useAtomValue } from 'jotai';
import { memo, useEffect } from 'react';
import type { Totals } from '../../../contract/calls.ts';
import { type Begun, begunAtom, following } from '../../kit/commands/keys.ts';
import { commands } from '../../kit/commands/registry.ts';
import { useActiveScope, useScopeCommands } from '../../kit/commands/useCommands.ts';
import { call } from '../../kit/data/call.ts';
import { events } from '../../kit/data/events.ts';
import { connectionAtom, delayAtom } from '../../kit/data/line.ts';
import { queryClient } from '../../kit/data/query.ts';
import { useCaller } from '../../kit/data/session.ts';
import { anyWindowVisible } from '../../kit/data/visibility.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { Key } from '../../kit/ui/Key.tsx';
import { openView } from '../../kit/view.ts';
import { claimsOf } from './claims.ts';
import { RunningJobs } from './RunningJobs.tsx';
import { statusKeys } from './statusKeys.ts';
import { useUnanswered } from './useUnanswered.ts';

const TONES = { live: 'success', connecting: 'warning', offline: 'danger' } as const;
const SHOWN_KEYS = 8;
const CLAIMS_WAIT_MS = 1_000;

function Connection() {
  const t = useT('app');
  const connection = useAtomValue(connectionAtom);
  const delay = useAtomValue(delayAtom);
  return (
    <span className="status-item" role="status">
      <i className={`dot dot-${TONES[connection]}`} />
      {t(`status.${connection}`)}
      {connection === 'live' && delay !== null && (
        <span className="pd-number"> · {t('status.delay', { ms: delay })}</span>
      )}
    </span>
  );
}

interface CounterProps {
  resource: string;
  filters: Readonly<Record<string, unknown>>;
  /** Whether it is the person's at all. */
  enabled: boolean;
  /** Shown only where there is some. */
  quiet: boolean;
  hint: string;
  text: (count: number) => string;
}

/** How many rows are the person's to do something about; a click shows them. */
function Counter({ resource, filters, enabled, quiet, hint, text }: CounterProps) {
  const { profile } = useCaller();
  const { data } = useQuery({
    queryKey: ['status', 'claims', resource, profile.id],
    queryFn: ({ signal }) => call<Totals>(`${resource}/totals`, filters, { customCatch: true, signal }),
    enabled,
    retry: false,
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = () => {
      timer = undefined;
      // Out of sight it is only known to be out of date; who comes back has it read.
      void queryClient.invalidateQueries({
        queryKey: ['status', 'claims', resource],
        refetchType: anyWindowVisible() ? 'active' : 'none',
      });
    };
    const stop = events.subscribe(resource, () => {
      timer ??= setTimeout(ask, CLAIMS_WAIT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [resource]);
  if (!data || (quiet && data.total === 0)) return null;
  return (
    <button
      type="button"
      className="status-item"
      title={hint}
      onClick={() => void openView(resource, filters)}
    >
      <span className="pd-number">{text(data.total)}</span>
    </button>
  );
}

/** What a person has in hand, of one kind of orders. */
function Claims({ resource, quiet = false }: { resource: 'collectOrder' | 'payOrder'; quiet?: boolean }) {
  const t = useT('app');
  const { profile, can } = useCaller();
  return (
    <Counter
      resource={resource}
      filters={claimsOf(resource, profile.id)}
      enabled={can(`${resource}:claim`)}
      quiet={quiet}
      hint={t(`status.claimsHint.${resource}`)}
      text={(count) => t(`status.claimed.${resource}`, { count })}
    />
  );
}

/** Requests that wait for the person's decision. */
function ForMe() {
  const t = useT('app');
  const { profile, can } = useCaller();
  return (
    <Counter
      resource="approval"
      filters={{ outcome: ['waiting'], waitsFor: [profile.id] }}
      enabled={can('approval:page') && !profile.merchantId}
      quiet
      hint={t('status.forMeHint')}
      text={(count) => t('status.forMe', { count })}
    />
  );
}

/** The first of keys that are pressed in turn, with those that may follow it. */
function BegunKeys({ begun }: { begun: Begun }) {
  const t = useT('app');
  return (
    <div className="status-keys" aria-label={t('keys.next')} role="status">
      <Key keys={begun.keys} />
      <div className="status-list">
        {following(begun).map(({ command, rest }) => (
          <span key={command.id} className="status-key">
            <Key keys={rest} />
            {command.label()}
          </span>
        ))}
      </div>
    </div>
  );
}

function PanelKeys({ panel }: { panel: string | undefined }) {
  const t = useT('app');
  const scope = useActiveScope();
  const keyed = statusKeys(useScopeCommands(scope), SHOWN_KEYS);
  const begun = useAtomValue(begunAtom);
  const sheetKey = commands.find('app.keys')?.keys?.[0];
  if (begun) return <BegunKeys begun={begun} />;
  return (
    <div className="status-keys" aria-label={t('status.panelKeys')} role="group">
      {panel && keyed.length > 0 && <span className="status-panel">{panel}:</span>}
      <div className="status-list">
        {keyed.map((command) => (
          <button
            key={command.id}
            type="button"
            className="status-key"
            aria-disabled={commands.enabled(command) !== true}
            tabIndex={-1}
            onClick={() => commands.fire(command)}
          >
            <Key keys={command.keys![0]!} />
            {command.label()}
          </button>
        ))}
      </div>
      <button type="button" className="status-key" onClick={() => void commands.execute('app.keys')}>
        {sheetKey && <Key keys={sheetKey} />}
        {t('status.keys')}
      </button>
    </div>
  );
}

/** `panel` is what the active panel is called. */
export const StatusBar = memo(function StatusBar({ panel }: { panel: string | undefined }) {
  const t = useT('app');
  useUnanswered();
  return (
    <footer className="statusbar" data-region="status" aria-label={t('status.bar')}>
      <Connection />
      <Claims resource="collectOrder" />
      <Claims resource="payOrder" quiet />
      <ForMe />
      <RunningJobs />
      <PanelKeys panel={panel} />
    </footer>
  );
});
