import { useCallback, useMemo } from 'react';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { type ViewProps, dictLabel, openView, useCaller, useLink, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { useExport } from '../../resource/actions/useExport.ts';
import { useJobs } from '../../resource/actions/useJobs.ts';
import { type Column, SELECT_COLUMN, columnsOf } from '../../resource/grid/columns.ts';
import { useCurrent } from '../../resource/grid/useCurrent.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { usePanel } from '../../resource/grid/usePanel.ts';
import { useFollowed } from '../../resource/link/useFollowed.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { PHONE_WIDTH, shortNumber, withCode } from '../../resource/phone.ts';
import { RowPeek } from '../../resource/RowPeek.tsx';
import { useNarrow } from '../../resource/ui/useNarrow.ts';
import { TieOutFoot } from './TieOutFoot.tsx';
import './fundDetail.css';

const FIRST = [
  'type',
  'amount',
  'balanceBefore',
  'balanceAfter',
  'currency',
  'orderNo',
  'account',
  'merchantId',
  'createdAt',
];
const CHIPS = ['type', 'createdAt', 'merchantId'];
const TOOLS = { buttons: [], more: ['fundDetail.order', 'fundDetail.export'] };
/** In a third of the screen: what moved, what is left after it and whose order; the balance before follows from them. */
const NARROW_FIRST = ['type', 'amount', 'balanceAfter', 'orderNo', 'balanceBefore'];
/** Where the first columns start. */
const WIDTHS: Readonly<Record<string, number>> = {
  type: 72,
  amount: 72,
  balanceBefore: 80,
  balanceAfter: 80,
  orderNo: 72,
};
const words = wordsOf(fundDetail);

function fundColumns(short: (field: string) => string, narrow: boolean): Column[] {
  const all = new Map(columnsOf(fundDetail, words.field).map((column) => [column.colId!, column]));
  // Nothing is done to a posting, so there is nothing to choose it for.
  const rest = [...all.keys()].filter((id) => !FIRST.includes(id) && id !== SELECT_COLUMN);
  // The amount names its currency there.
  const own = FIRST.filter((id) => id !== 'currency' && !NARROW_FIRST.includes(id));
  const first = narrow ? [...NARROW_FIRST, ...own, 'currency'] : FIRST;
  return [...first, ...rest].map((id) => {
    const column = all.get(id)!;
    if (!FIRST.includes(id)) return column;
    const base: Column = {
      ...column,
      headerName: short(id),
      pinned: null,
      width: WIDTHS[id] ?? column.width,
    };
    if (id === 'type')
      return {
        ...base,
        cellRenderer: undefined,
        valueFormatter: ({ value }) => dictLabel('fundTypeEnum', value),
      };
    if (id === 'orderNo')
      return { ...base, ...(narrow ? { width: PHONE_WIDTH, ...shortNumber() } : shortNumber(5)) };
    if (narrow && id === 'amount') return { ...base, ...withCode(id, 'currency', true) };
    return base;
  });
}

export default function FundDetails(props: ViewProps) {
  const { tabId, visible } = props;
  const t = useT('finance');
  const { can } = useCaller();
  const panel = usePanel(fundDetail, props);
  const { model, handle } = panel;
  const jobs = useJobs();
  const exportRows = useExport(model, words, jobs, handle);
  const linked = useFollowed(tabId, panel);
  const { publish } = useLink(tabId);
  const short = useCallback(
    (field: string) => t(`fundDetail.short.${field}`, { defaultValue: words.field(field) }),
    [t],
  );
  const narrow = useNarrow(panel.area);
  const columns = useMemo(() => fundColumns(short, narrow), [short, narrow]);
  const stand = useCurrent(panel, (row) =>
    publish({
      resource: 'fundDetail',
      id: row.id,
      label: String(row.merchantName ?? ''),
      merchantId: String(row.merchantId),
      ...(typeof row.orderNo === 'string' && { orderNo: row.orderNo }),
      currency: String(row.currency),
    }),
  );
  useGridCommands({
    tabId,
    panel,
    peek: () => panel.setPeek(!panel.peek),
    back() {
      panel.setPeek(false);
      return panel.peek;
    },
    more: [
      {
        id: 'fundDetail.order',
        label: () => t('fundDetail.intents.order'),
        icon: 'orders',
        keys: ['o'],
        when: () => (panel.current?.orderNo ? true : t('fundDetail.select.one')),
        run: () => openView('collectOrder', { anyId: panel.current?.orderNo }),
      },
      ...(can('fundDetail:export')
        ? [
            {
              id: 'fundDetail.export',
              label: () => words.action('export'),
              icon: 'download',
              run: exportRows,
            },
          ]
        : []),
    ],
  });
  return (
    <PanelFrame
      tabId={tabId}
      visible={visible}
      panel={panel}
      words={words}
      columns={columns}
      onCurrent={stand}
      linked={linked}
      chips={CHIPS}
      hint={t('fundDetail.anyId')}
      tools={TOOLS}
      jobs={jobs}
      label={short}
      foot={<TieOutFoot model={model} />}
    >
      {panel.peek && (
        <RowPeek resource={fundDetail} row={panel.current} words={words} close={() => panel.setPeek(false)} />
      )}
    </PanelFrame>
  );
}
