import { useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import { bankBill } from '../../../contract/resources/bank/bankBill.ts';
import { openView, type ViewProps, useCaller, useT } from '../../kit/index.ts';
import type { Pending } from '../../resource/actions/pending.ts';
import { contextOf } from '../../resource/linkContext.ts';
import { PanelFrame } from '../../resource/PanelFrame.tsx';
import { type PanelCommand, type ResourcePanel, useResourcePanel } from '../../resource/useResourcePanel.ts';
import { Candidates } from './Candidates.tsx';
import { boardColumns } from './columns.ts';
import { MatchBody } from './MatchBody.tsx';
import { Matched } from './Matched.tsx';
import { moneyBoard } from './moneyBoard.ts';
import { RuledBody } from './RuledBody.tsx';
import { useChoice } from './useChoice.ts';

const CHIPS = ['status', 'direction', 'bookedAt', 'bankAccountId', 'amount'];
const MATCH = 'bankBill.match';
const BUTTONS = [MATCH, ...['autoMatch', 'ignore', 'unmatch', 'separate'].map((name) => `bankBill.${name}`)];
const COMPARE = 'bankBill.compare';
const TOOLS = { buttons: BUTTONS, primary: MATCH, more: [COMPARE, 'line', 'bankBill.export'] };
const OPTIONS = {
  columns: boardColumns,
  follows: true,
  // The order that a line may be about is what its colour is on.
  context: (row: Row) => contextOf(bankBill, { ...row, orderNo: row.orderNo ?? row.candidateNo }),
};
/** What the two ways of matching come to, where anything can be matched. */
function matchBody(pending: Pending) {
  if (!pending.preview?.done.length) return undefined;
  if (pending.action === 'match') return <MatchBody pending={pending} />;
  return pending.action === 'autoMatch' ? <RuledBody pending={pending} /> : undefined;
}

type Choice = ReturnType<typeof useChoice>;

interface SideProps {
  current: Row | undefined;
  choice: Choice;
  match: (orderNo: string) => void;
  drop: (billId: string, orderNo: string) => void;
  close: () => void;
}

/** Right of the lines: the orders that may be meant, or what a line that is done with came to. */
function Side({ current, choice, ...ports }: SideProps) {
  if (current && !choice.isOpen) return <Matched bill={current} close={ports.close} />;
  return <Candidates {...choice} {...ports} bill={current} />;
}

/** The order that another panel proposes. */
const orderIn = (given: unknown): string | undefined => (given as { orderNo?: string } | undefined)?.orderNo;

/** The verbs of the definition, matching with the chosen candidate, and the way through the candidates. */
function useVerbs(
  { commands, model }: ResourcePanel,
  choice: Choice,
  match: (orderNo?: string) => Promise<void>,
) {
  const t = useT('bank');
  const { can } = useCaller();
  const compare: PanelCommand = {
    id: COMPARE,
    label: () => t('bankBill.board.compare'),
    icon: 'columns',
    run: () => openView('comparison', moneyBoard(model.state().filters)),
  };
  if (!can('bankBill:match')) return [...commands, compare];
  const walk = (id: string, by: number, key: string): PanelCommand => ({
    id: `bankBill.${id}`,
    label: () => t(`bankBill.board.${id}`),
    icon: 'orders',
    keys: [key],
    rowless: true,
    guard: 0,
    run: () => choice.move(by),
  });
  const verbs = commands.map((command) =>
    command.id === MATCH
      ? { ...command, run: (given?: unknown) => match(orderIn(given) ?? choice.of(model.targets.rows()[0])) }
      : command,
  );
  return [...verbs, compare, walk('next', 1, 'j'), walk('previous', -1, 'k')];
}

/** Lines left, candidates right, each line with the order it may be about in the same row. */
export default function Board(props: ViewProps) {
  const panel = useResourcePanel(bankBill, props, OPTIONS);
  const { model, current, actions } = panel;
  const [open, setOpen] = useState(true);
  const choice = useChoice(current, open && props.visible, model);
  const match = (orderNo?: string) => actions.start('match', orderNo ? { orderNo } : undefined);
  const drop = (billId: string, orderNo: string): void => {
    model.selection.point(billId);
    void match(orderNo);
  };
  return (
    <PanelFrame
      panel={panel}
      commands={useVerbs(panel, choice, match)}
      chips={CHIPS}
      tools={TOOLS}
      sums={bankBill.totals}
      body={matchBody}
      side={{ open, setOpen }}
      peek={
        <Side
          current={current}
          choice={choice}
          match={(orderNo) => void match(orderNo)}
          drop={drop}
          close={() => setOpen(false)}
        />
      }
    />
  );
}
