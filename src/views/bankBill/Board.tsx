import { useCallback, useMemo, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { type Command, type ViewProps, useCaller, useLink, useT } from '../../kit/index.ts';
import { SheetFirst } from '../../resource/actions/SheetFirst.tsx';
import { wordsOf } from '../../resource/actions/texts.ts';
import type { Pending } from '../../resource/actions/pending.ts';
import { useActions } from '../../resource/actions/useActions.ts';
import { nameOf } from '../../resource/actions/useFinish.ts';
import { useExport } from '../../resource/actions/useExport.ts';
import { useJobs } from '../../resource/actions/useJobs.ts';
import type { GridModel } from '../../resource/grid/model.ts';
import { useCurrent } from '../../resource/grid/useCurrent.ts';
import { useGridCommands } from '../../resource/grid/useGridCommands.ts';
import { usePanel } from '../../resource/grid/usePanel.ts';
import { useFollowed } from '../../resource/link/useFollowed.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { useNarrow } from '../../resource/ui/useNarrow.ts';
import { useResourceCommands } from '../../resource/useResourceCommands.ts';
import { Candidates } from './Candidates.tsx';
import { boardColumns } from './columns.ts';
import { MatchBody } from './MatchBody.tsx';
import { Matched } from './Matched.tsx';
import { OPEN, useChoice } from './useChoice.ts';

const FIRST = { status: [OPEN] };
const CHIPS = ['status', 'direction', 'bookedAt', 'bankAccountId', 'amount'];
const BUTTONS = ['match', 'autoMatch', 'ignore', 'unmatch', 'separate'].map((name) => `bankBill.${name}`);
const TOOLS = { buttons: BUTTONS, primary: BUTTONS[0]!, more: ['bankBill.export'] };
const words = wordsOf(bankBill);
const never = (): void => undefined;
const matchBody = (pending: Pending) =>
  pending.action === 'match' && pending.preview?.done.length ? <MatchBody pending={pending} /> : undefined;

interface SideProps {
  current: Row | undefined;
  choice: ReturnType<typeof useChoice>;
  start: (name: string, orderNo: string) => Promise<void>;
  model: GridModel;
  close: () => void;
}

/** Right of the lines: the orders that may be meant, or what a line that is done with came to. */
function Side({ current, choice, start, model, close }: SideProps) {
  if (current && !choice.isOpen) return <Matched bill={current} close={close} />;
  return (
    <Candidates
      {...choice}
      bill={current}
      drop={(billId, orderNo) => {
        model.selection.point(billId);
        void start('match', orderNo);
      }}
      match={(orderNo) => void start('match', orderNo)}
      close={close}
    />
  );
}

/** Lines left, candidates right, each line with the order it may be about in the same row. */
export default function Board(props: ViewProps) {
  const { tabId, visible } = props;
  const t = useT('bank');
  const { can } = useCaller();
  const panel = usePanel(bankBill, props, FIRST);
  const { model, handle, focusGrid, current } = panel;
  const [open, setOpen] = useState(true);
  const jobs = useJobs();
  const actions = useActions({ model, words, onJob: jobs.follow, onClose: focusGrid });
  const exportRows = useExport(model, words, jobs, handle);
  const linked = useFollowed(tabId, panel, visible);
  const { publish } = useLink(tabId);
  const choice = useChoice(current, open && visible, model);
  const short = useCallback(
    (field: string) => t(`bankBill.short.${field}`, { defaultValue: words.field(field) }),
    [t],
  );
  const narrow = useNarrow(panel.area);
  const columns = useMemo(() => boardColumns(words.field, short, narrow), [short, narrow]);
  const stand = useCurrent(panel, (row, replaces) => {
    const orderNo = row.orderNo ?? row.candidateNo;
    const context = {
      resource: 'bankBill',
      id: row.id,
      label: String(row.billNo),
      currency: String(row.currency),
      ...(typeof orderNo === 'string' && { orderNo }),
      ...(typeof row.merchantId === 'string' && { merchantId: row.merchantId }),
    };
    publish(context, replaces);
  });
  const start = (name: string, orderNo = choice.of(model.targets.rows()[0])): Promise<void> =>
    actions.start(name, name === 'match' && orderNo ? { orderNo } : undefined);
  const list = useResourceCommands({
    resource: bankBill,
    model,
    actions: { ...actions, start: (name) => start(name) },
    words,
    exportRows,
    edit: never,
    remove: never,
    look: never,
  });
  const walk = (id: string, by: number, keys: string[]): Omit<Command, 'scope'> => ({
    id: `bankBill.${id}`,
    label: () => t(`bankBill.board.${id}`),
    icon: 'orders',
    keys,
    guard: 0,
    run: () => choice.move(by),
  });
  useGridCommands({
    tabId,
    panel,
    busy: actions.busy,
    peek: () => setOpen(!open),
    back() {
      if (!actions.pending) return false;
      actions.dismiss();
      return true;
    },
    more: can('bankBill:match') ? [...list, walk('next', 1, ['j']), walk('previous', -1, ['k'])] : list,
  });
  const close = () => setOpen(false);

  return (
    <PanelFrame
      tabId={tabId}
      visible={visible}
      panel={panel}
      words={words}
      columns={columns}
      onCurrent={stand}
      onOpen={() => setOpen(true)}
      linked={linked}
      chips={CHIPS}
      hint={t('bankBill.anyId')}
      tools={TOOLS}
      jobs={jobs}
      actions={actions}
      label={short}
    >
      <SheetFirst actions={actions} words={words} name={nameOf(model)} body={matchBody}>
        {open && <Side current={current} choice={choice} start={start} model={model} close={close} />}
      </SheetFirst>
    </PanelFrame>
  );
}
