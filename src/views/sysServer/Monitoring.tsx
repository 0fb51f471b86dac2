import { useQuery } from '@tanstack/react-query';
import type { ServerState } from '../../../contract/serverState.ts';
import {
  Scrolled,
  State,
  Unanswered,
  type ViewProps,
  call,
  formatInstant,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { Cards } from './Cards.tsx';
import { Tables } from './Tables.tsx';
import './monitoring.css';

const EVERY_MS = 5_000;

function Machine({ state: { host, database } }: { state: ServerState }) {
  const t = useT('platform');
  const { name, system, processors, version, runtime, startedAt } = host;
  return (
    <p className="srv-host">
      <b>{t('sysServer.lines.machine', { name, system, processors })}</b>
      <span className="pd-muted">
        {t('sysServer.lines.version', { version, runtime, postgres: database.version })}
      </span>
      <span className="pd-muted pd-number">{t('sysServer.lines.up', { at: formatInstant(startedAt) })}</span>
      {database.standby && <span className="pd-tag pd-tag-warning">{t('sysServer.lines.standby')}</span>}
    </p>
  );
}

/** Servers and database, asked again while somebody looks. */
export default function Monitoring({ tabId, visible }: ViewProps) {
  const t = useT('platform');
  const query = useQuery({
    queryKey: ['sysServer', 'state'],
    queryFn: ({ signal }) => call<ServerState>('sysServer/state', {}, { customCatch: true, signal }),
    enabled: visible,
    refetchInterval: visible ? EVERY_MS : false,
    retry: false,
  });
  const { data, error, refetch } = query;
  useCommands(tabId, [
    {
      id: 'sysServer.refresh',
      label: () => t('sysServer.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: () => void refetch(),
    },
  ]);
  return (
    <div className="view">
      <div className="view-bar">
        {data && <Machine state={data} />}
        <Toolbar tabId={tabId} buttons={['sysServer.refresh']} more={[]} />
      </div>
      <Scrolled className="srv-body" label={t('sysServer.title')}>
        {!data && <Unanswered query={query} />}
        {data && error && <State kind="stale" inline retry={() => void refetch()} />}
        {data && (
          <>
            <Cards state={data} />
            <Tables state={data} />
          </>
        )}
      </Scrolled>
    </div>
  );
}
