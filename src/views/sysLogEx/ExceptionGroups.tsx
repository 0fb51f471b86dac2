import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { ExceptionGroup, ExceptionState } from '../../../contract/exceptionGroup.ts';
import {
  FindBox,
  SideButtons,
  Scrolled,
  State,
  type Tone,
  Unanswered,
  type ViewProps,
  call,
  commandKey,
  commands,
  formatCount,
  formatInstant,
  openView,
  toast,
  useCaller,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { ShortRows } from '../../resource/ui/ShortRows.tsx';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { TRACE_VIEW, TraceText } from '../../resource/ui/TraceLink.tsx';
import './exceptions.css';

const SIDES = ['open', 'all'] as const;
type Side = (typeof SIDES)[number];
const TONES: Readonly<Record<ExceptionState, Tone>> = { open: 'danger', muted: 'info', resolved: 'success' };

/** Its kind and reason, without the places in the code. */
const firstLine = (exception: string): string => exception.split('\n', 1)[0] ?? '';

function StateTag({ group }: { group: ExceptionGroup }) {
  const t = useT('logs');
  return (
    <span className={`pd-tag pd-tag-${TONES[group.state]}`}>
      {t(group.again ? 'sysLogEx.states.again' : `sysLogEx.states.${group.state}`)}
    </span>
  );
}

interface ListProps {
  groups: readonly ExceptionGroup[];
  chosen: string | undefined;
  choose: (fingerprint: string) => void;
}

function GroupRows({ groups, chosen, choose }: ListProps) {
  const t = useT('logs');
  const column = (id: string, end = false, wide?: number) => ({
    id,
    end,
    wide,
    title: t(`sysLogEx.columns.${id}`),
  });
  const cells = (group: ExceptionGroup): ReactNode[] => [
    <StateTag key="state" group={group} />,
    <span key="error" title={firstLine(group.exception)}>
      {firstLine(group.exception)}
    </span>,
    <span key="what" title={group.requestUrl}>
      {group.displayTitle}
    </span>,
    formatCount(group.count),
    formatInstant(group.firstAt, 'short'),
    formatInstant(group.lastAt, 'short'),
  ];
  return (
    <ShortRows
      label={t('sysLogEx.title')}
      rows={groups}
      keyOf={({ fingerprint }) => fingerprint}
      chosen={chosen}
      choose={choose}
      head={[
        column('state'),
        column('error', false, 65),
        column('what', false, 35),
        column('count', true),
        column('first', true),
        column('last', true),
      ]}
      cells={cells}
    />
  );
}

function GroupDetail({ group }: { group: ExceptionGroup }) {
  const t = useT('logs');
  return (
    <article className="exception" aria-label={firstLine(group.exception)}>
      <h2>{firstLine(group.exception)}</h2>
      <p className="pd-muted">
        {group.displayTitle} · <span className="pd-mono">{group.requestUrl}</span>
      </p>
      <p className="pd-muted pd-number">
        {t('sysLogEx.seen', {
          count: group.count,
          shown: formatCount(group.count),
          first: formatInstant(group.firstAt),
          last: formatInstant(group.lastAt),
        })}
      </p>
      {group.markedBy && (
        <p className="pd-muted">
          {t('sysLogEx.marked', { who: group.markedBy, at: formatInstant(group.markedAt) })}
        </p>
      )}
      <p>
        <TraceText traceId={group.lastTrace} />
      </p>
      <pre className="pd-mono">{group.exception}</pre>
    </article>
  );
}

interface VerbPorts {
  tabId: string;
  group: ExceptionGroup | undefined;
  reread: () => void;
  turn: () => void;
  openRows: (fingerprint: string) => void;
}

function useVerbs({ tabId, group, reread, turn, openRows }: VerbPorts): void {
  const t = useT('logs');
  const { can } = useCaller();
  useEffect(() => commands.refresh(tabId), [tabId, group]);
  const chosen = (): true | string => (group ? true : t('sysLogEx.choose'));
  const mark = (state: ExceptionState, key: string) => ({
    id: `sysLogEx.${state}`,
    label: () => t(`sysLogEx.verbs.${state}`),
    keys: [key],
    when: () => can('sysLogEx:mark') && (group?.state === state ? t(`sysLogEx.is.${state}`) : chosen()),
    async run() {
      const body = { fingerprint: group?.fingerprint, state };
      await call('sysLogEx/mark', body, { idempotencyKey: commandKey() });
      toast.success(t(`sysLogEx.states.${state}`));
      reread();
    },
  });
  useCommands(tabId, [
    {
      id: 'sysLogEx.rows',
      label: () => t('sysLogEx.verbs.rows'),
      icon: 'log',
      keys: ['enter', 'l'],
      shown: true,
      when: chosen,
      run: () => group && openRows(group.fingerprint),
    },
    {
      id: 'sysLogEx.lastTrace',
      label: () => t('sysLogEx.verbs.trace'),
      icon: 'columns',
      keys: ['t'],
      when: () => can(`${TRACE_VIEW}:page`) && chosen(),
      run: () => group && openView(TRACE_VIEW, { traceId: group.lastTrace }),
    },
    mark('resolved', 's'),
    mark('muted', 'm'),
    mark('open', 'o'),
    { id: 'sysLogEx.side', label: () => t('sysLogEx.verbs.side'), icon: 'columns', keys: ['w'], run: turn },
    {
      id: 'sysLogEx.refresh',
      label: () => t('sysLogEx.verbs.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
  ]);
}

const matches = (group: ExceptionGroup, text: string): boolean =>
  [group.exception, group.displayTitle, group.requestUrl, group.fingerprint, group.lastTrace].some((each) =>
    each.toLowerCase().includes(text.trim().toLowerCase()),
  );

/** What failed, each once, with how often and when. */
export function ExceptionGroups({
  tabId,
  visible,
  openRows,
}: ViewProps & { openRows: (fingerprint: string) => void }) {
  const t = useT('logs');
  const [find, setFind] = useState('');
  const [side, turn] = useState<Side>('open');
  const [chosen, setChosen] = useState<string>();
  const query = useQuery({
    queryKey: ['sysLogEx', 'groups'],
    queryFn: ({ signal }) => call<ExceptionGroup[]>('sysLogEx/groups', {}, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
    staleTime: 0,
  });
  const { data } = query;
  const shown = data?.filter((group) => (side === 'all' || group.state === 'open') && matches(group, find));
  const group = shown?.find(({ fingerprint }) => fingerprint === chosen);
  const reread = () => void query.refetch();
  useVerbs({ tabId, group, reread, turn: () => turn(side === 'open' ? 'all' : 'open'), openRows });
  return (
    <div className="view">
      <div className="view-bar">
        <SideButtons label={t('sysLogEx.sides.label')} sides={SIDES} side={side} turn={turn}>
          {(each) => t(`sysLogEx.sides.${each}`)}
        </SideButtons>
        <FindBox label={t('sysLogEx.find')} value={find} set={setFind} />
        <Toolbar
          tabId={tabId}
          buttons={['sysLogEx.rows', 'sysLogEx.lastTrace', 'sysLogEx.resolved', 'sysLogEx.muted']}
          more={['sysLogEx.open', 'sysLogEx.refresh']}
        />
      </div>
      <div className="view-body exceptions">
        {!shown ? (
          <Unanswered query={query} />
        ) : shown.length === 0 ? (
          <State kind="empty" text={t(data?.length ? 'sysLogEx.noneOpen' : 'sysLogEx.none')} />
        ) : (
          <>
            <div className="exception-list">
              <GroupRows groups={shown} chosen={chosen} choose={setChosen} />
            </div>
            <Scrolled className="exception-detail" label={t('sysLogEx.title')}>
              {group ? <GroupDetail group={group} /> : <State kind="empty" text={t('sysLogEx.choose')} />}
            </Scrolled>
          </>
        )}
      </div>
    </div>
  );
}
