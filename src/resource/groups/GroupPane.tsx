import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState, useSyncExternalStore } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { labelKey } from '../../../contract/field.ts';
import type { Resource } from '../../../contract/resource.ts';
import type { Groups } from '../../../contract/listGroups.ts';
import {
  call,
  formatCount,
  formatMoney,
  Icon,
  State,
  serverNow,
  useT,
  VirtualList,
  zoneAtom,
} from '../../kit/index.ts';
import { useAtomValue } from 'jotai';
import { wireFilters } from '../filters/model.ts';
import { cellText } from '../grid/columns.ts';
import type { GridModel } from '../grid/model.ts';
import { DockHead } from '../ui/DockHead.tsx';
import { groupList, showGroup } from './groupList.ts';
import { filtersOf, type GroupLine, linesOf } from './tree.ts';
import './groups.css';

const FRESH_MS = 10_000;
/** Sums of a line; the others are in the foot of the list, once the group is open. */
const SUMS = 2;
const sumsOf = ({ totals }: Resource): readonly string[] => totals.slice(0, SUMS);

interface GroupPaneProps {
  model: GridModel;
  visible: boolean;
  label: (field: string) => string;
  /** Names of sums, above their columns. */
  short: (field: string) => string;
}

/** Asks for the groups of what the list is filtered by, whichever group is open. */
function useGroups(model: GridModel, visible: boolean) {
  const { filters } = useSyncExternalStore(model.subscribe, model.state);
  const by = useSyncExternalStore(model.view.subscribe, model.view.by);
  const zone = useAtomValue(zoneAtom);
  const { id, fields } = model.resource;
  const answer = useQuery({
    queryKey: ['groups', id, by, filters, zone],
    queryFn: ({ signal }) =>
      call<Groups>(
        `${id}/groups`,
        { ...wireFilters(filters, serverNow(), zone, fields), by },
        { customCatch: true, signal },
      ),
    enabled: visible && by.length > 0,
    refetchInterval: FRESH_MS,
    placeholderData: (previous, query) => (query?.queryKey[2] === by ? previous : undefined),
    retry: false,
  });
  return { ...answer, by };
}

interface LineProps extends Pick<GroupPaneProps, 'model'> {
  line: GroupLine;
  by: readonly string[];
}

function Face({ line, model: { resource }, by }: LineProps) {
  const t = useT('grid');
  const name = by[line.level]!;
  const row = { id: '', [name]: line.values[line.level], [labelKey(name)]: line.labels[line.level] } as Row;
  const text = cellText(name, resource.fields[name]!, row, true);
  return (
    <>
      <span className="group-name">
        {line.expanded !== undefined && <Icon name={line.expanded ? 'down' : 'right'} size={12} />}
        {text === '' ? t('groups.empty') : text}
      </span>
      <b className="pd-number">{formatCount(line.count)}</b>
      {line.byCurrency
        .filter(({ currency }) => currency !== null && resource.totals.length > 0)
        .map(({ currency, sums }) => (
          <span key={currency} className="group-sums pd-number pd-muted">
            <span>{currency}</span>
            {sumsOf(resource).map((field) => (
              <span key={field}>{formatMoney(sums[field], currency ?? '')}</span>
            ))}
          </span>
        ))}
    </>
  );
}

/** Counts and sums by one or two fields; a group opens to its rows in the list. */
export function GroupPane({ model, visible, label, short }: GroupPaneProps) {
  const t = useT('grid');
  const { data, error, by, refetch } = useGroups(model, visible);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const open = JSON.stringify(useSyncExternalStore(model.view.subscribe, model.view.group));
  const lines = linesOf(data?.groups ?? [], by.length, expanded);
  const expand = (id: string, isOpen: boolean) => {
    const next = new Set(expanded);
    if (isOpen) next.add(id);
    else next.delete(id);
    setExpanded(next);
  };
  function key(event: KeyboardEvent, line: GroupLine) {
    if (event.key !== 'ArrowRight' && event.key !== 'ArrowLeft') return;
    if (line.expanded === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    expand(line.id, event.key === 'ArrowRight');
  }
  const isShown = (line: GroupLine) => JSON.stringify(filtersOf(by, line)) === open;
  return (
    <aside className="dock group-pane" aria-label={t('groups.title')}>
      <DockHead title={by.map(label).join(' › ')} close={() => groupList(model, [])} />
      {sumsOf(model.resource).length > 0 && (
        <div className="group-sums group-head pd-muted">
          <span />
          {sumsOf(model.resource).map((field) => (
            <span key={field}>{short(field)}</span>
          ))}
        </div>
      )}
      <div className="dock-body">
        {error && <State kind="error" text={error.message} retry={() => void refetch()} />}
        {!error && !data && <State kind="loading" />}
        {data && (
          <button
            type="button"
            className="group-line"
            aria-pressed={open === '{}'}
            onClick={() => showGroup(model, {})}
          >
            <span className="group-name">{t('groups.all')}</span>
            <b className="pd-number">{formatCount(data.groups.reduce((sum, { count }) => sum + count, 0))}</b>
          </button>
        )}
        {data && (
          <VirtualList items={lines} keyOf={({ id }) => id} walk className="group-list">
            {(line) => (
              <button
                type="button"
                className={`group-line group-level-${line.level}`}
                aria-pressed={isShown(line)}
                {...(line.expanded !== undefined && { 'aria-expanded': line.expanded })}
                onKeyDown={(event) => key(event, line)}
                onClick={() => {
                  if (line.expanded === false) expand(line.id, true);
                  showGroup(model, filtersOf(by, line));
                }}
              >
                <Face line={line} model={model} by={by} />
              </button>
            )}
          </VirtualList>
        )}
      </div>
      {data && <p className="view-note pd-muted">{t(`groups.${data.countedBy}`)}</p>}
    </aside>
  );
}
