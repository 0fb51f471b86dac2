import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { TableLine } from '../../../contract/databaseTables.ts';
import {
  FindBox,
  Choice,
  Scrolled,
  State,
  Unanswered,
  VirtualList,
  call,
  formatBytes,
  formatCount,
  useCommands,
  useT,
} from '../../kit/index.ts';
import { Toolbar } from '../../resource/ui/Toolbar.tsx';
import { Table } from './Table.tsx';
import '../../resource/ui/sideList.css';
import './database.css';

const ORDERS = ['name', 'bytes', 'rows'] as const;
type Order = (typeof ORDERS)[number];

const sorted = (tables: readonly TableLine[], order: Order): TableLine[] =>
  tables.toSorted((a, b) => (order === 'name' ? a.name.localeCompare(b.name) : b[order] - a[order]));

interface ListProps {
  tables: readonly TableLine[];
  order: Order;
  chosen: string | undefined;
  choose: (name: string) => void;
}

function List({ tables, order, chosen, choose }: ListProps) {
  const t = useT('develop');
  return (
    <div className="db-tables">
      <VirtualList
        className="plain-list"
        aria-label={t('sysDatabase.title')}
        items={tables}
        keyOf={({ name }) => name}
        active={tables.findIndex(({ name }) => name === chosen)}
        textOf={({ name }) => name}
        walk
      >
        {({ name, comment, bytes, rows }) => (
          <button
            type="button"
            className="line-button side-row db-line"
            title={comment}
            aria-current={name === chosen || undefined}
            onClick={() => choose(name)}
            onFocus={() => choose(name)}
          >
            <span className="pd-mono">{name}</span>
            <span className="pd-muted pd-number">
              {order === 'rows' ? formatCount(rows) : formatBytes(bytes)}
            </span>
          </button>
        )}
      </VirtualList>
    </div>
  );
}

function useVerbs(tabId: string, box: RefObject<HTMLInputElement | null>, reread: () => void): void {
  const t = useT('develop');
  useCommands(tabId, [
    {
      id: 'sysDatabase.refresh',
      label: () => t('sysDatabase.actions.refresh'),
      icon: 'refresh',
      keys: ['r'],
      run: reread,
    },
    {
      id: 'sysDatabase.find',
      label: () => t('sysDatabase.find'),
      icon: 'search',
      keys: ['/'],
      run: () => box.current?.focus(),
    },
  ]);
}

interface TablesProps {
  tabId: string;
  visible: boolean;
  /** The buttons that lead to the other sides of the view. */
  sides: ReactNode;
  chosen: string | undefined;
  choose: (table: string) => void;
}

/** Tables left, the chosen one right. */
export function Tables({ tabId, visible, sides, chosen, choose }: TablesProps) {
  const t = useT('develop');
  const box = useRef<HTMLInputElement>(null);
  const [find, setFind] = useState('');
  const [order, setOrder] = useState<Order>('name');
  const query = useQuery({
    queryKey: ['sysDatabase', 'tables'],
    queryFn: ({ signal }) => call<TableLine[]>('sysDatabase/tables', {}, { customCatch: true, signal }),
    enabled: visible,
    retry: false,
  });
  const { data, refetch } = query;
  useVerbs(tabId, box, () => void refetch());
  const shown = data && sorted(data, order).filter(({ name }) => name.includes(find.trim().toLowerCase()));
  const table = data?.find(({ name }) => name === chosen);
  return (
    <div className="view">
      <div className="view-bar">
        {sides}
        <FindBox ref={box} label={t('sysDatabase.find')} value={find} set={setFind} />
        <Choice
          label={t('sysDatabase.order.label')}
          value={order}
          options={ORDERS.map((value) => ({ value, text: t(`sysDatabase.order.${value}`) }))}
          set={(value) => setOrder(ORDERS.find((each) => each === value) ?? 'name')}
        />
        {shown && (
          <span className="pd-muted pd-number">{t('sysDatabase.count', { count: shown.length })}</span>
        )}
        <Toolbar tabId={tabId} buttons={['sysDatabase.refresh']} more={[]} />
      </div>
      <div className="view-body db">
        {!shown ? (
          <Unanswered query={query} />
        ) : (
          <>
            <List tables={shown} order={order} chosen={chosen} choose={choose} />
            <Scrolled className="db-detail" label={table?.name ?? t('sysDatabase.title')}>
              {table ? (
                <Table table={table} visible={visible} choose={choose} />
              ) : (
                <State kind="empty" text={t('sysDatabase.choose')} />
              )}
            </Scrolled>
          </>
        )}
      </div>
    </div>
  );
}
