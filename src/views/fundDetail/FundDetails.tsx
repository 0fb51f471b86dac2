import type { Row } from '../../../contract/calls.ts';
import { fundDetail } from '../../../contract/resources/finance/fundDetail.ts';
import { type ViewProps, openView, useT } from '../../kit/index.ts';
import { contextOf } from '../../resource/linkContext.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { useResourcePanel } from '../../resource/useResourcePanel.ts';
import { TieOutFoot } from './TieOutFoot.tsx';
import { fundColumns } from './columns.ts';
import './fundDetail.css';

const CHIPS = ['type', 'createdAt', 'merchantId'];
const TOOLS = { buttons: [], more: ['fundDetail.order', 'fundDetail.print', 'fundDetail.export'] };
const OPTIONS = {
  columns: fundColumns,
  follows: true,
  context: (row: Row) => ({ ...contextOf(fundDetail, row), label: String(row.merchantName ?? '') }),
};

export default function FundDetails(props: ViewProps) {
  const t = useT('finance');
  const panel = useResourcePanel(fundDetail, props, OPTIONS);
  const order = {
    id: 'fundDetail.order',
    label: () => t('fundDetail.intents.order'),
    icon: 'orders',
    keys: ['o'],
    when: () => (panel.current?.orderNo ? true : t('fundDetail.select.one')),
    run: () => openView('collectOrder', { anyId: panel.current?.orderNo }),
  };
  return (
    <PanelFrame
      panel={panel}
      commands={[order, ...panel.commands]}
      chips={CHIPS}
      tools={TOOLS}
      foot={<TieOutFoot model={panel.model} visible={props.visible} />}
    />
  );
}
