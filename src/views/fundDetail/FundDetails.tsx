import { useCallback, useMemo } from 'react';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { type Command, type ViewProps, openView, useCaller, useLink, useT } from '../../kit/index.ts';
import { wordsOf } from '../../resource/actions/texts.ts';
import { useExport } from '../../resource/actions/useExport.ts';
import { useJobs } from '../../resource/actions/useJobs.ts';
import { useCurrent } from '../../resource/grid/useCurrent.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { type GridPanel, usePanel } from '../../resource/grid/usePanel.ts';
import { useFollowed } from '../../resource/link/useFollowed.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { RowPeek } from '../../resource/RowPeek.tsx';
import { useNarrow } from '../../resource/ui/useNarrow.ts';
import { TieOutFoot } from './TieOutFoot.tsx';
import { fundColumns } from './columns.ts';
import './fundDetail.css';

const CHIPS = ['type', 'createdAt', 'merchantId'];
const TOOLS = { buttons: [], more: ['fundDetail.order', 'fundDetail.export'] };
const words = wordsOf(fundDetail);

/** The verbs of a fund detail: its order, and the list as a file. */
function useVerbs(panel: GridPanel, exportRows: () => Promise<void>): Omit<Command, 'scope'>[] {
  const t = useT('finance');
  const { can } = useCaller();
  return [
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
  ];
}

export default function FundDetails(props: ViewProps) {
  const { tabId, visible } = props;
  const t = useT('finance');
  const panel = usePanel(fundDetail, props);
  const { model, handle } = panel;
  const jobs = useJobs();
  const exportRows = useExport(model, words, jobs, handle);
  const linked = useFollowed(tabId, panel, visible);
  const { publish } = useLink(tabId);
  const short = useCallback(
    (field: string) => t(`fundDetail.short.${field}`, { defaultValue: words.field(field) }),
    [t],
  );
  const narrow = useNarrow(panel.area);
  const columns = useMemo(() => fundColumns(short, narrow), [short, narrow]);
  const stand = useCurrent(panel, (row, replaces) =>
    publish(
      {
        resource: 'fundDetail',
        id: row.id,
        label: String(row.merchantName ?? ''),
        merchantId: String(row.merchantId),
        ...(typeof row.orderNo === 'string' && { orderNo: row.orderNo }),
        currency: String(row.currency),
      },
      replaces,
    ),
  );
  useGridCommands({
    tabId,
    panel,
    peek: () => panel.setPeek(!panel.peek),
    back() {
      panel.setPeek(false);
      return panel.peek;
    },
    more: useVerbs(panel, exportRows),
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
      foot={<TieOutFoot model={model} visible={visible} />}
    >
      {panel.peek && (
        <RowPeek resource={fundDetail} row={panel.current} words={words} close={() => panel.setPeek(false)} />
      )}
    </PanelFrame>
  );
}
