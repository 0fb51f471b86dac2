import { type DragEvent, useState } from 'react';
import type { BillCandidate, ReferenceOwner } from '../../../contract/billCandidates.ts';
import type { Row } from '../../../contract/calls.ts';
import {
  DictTag,
  Money,
  State,
  formatInstant,
  isCallError,
  openView,
  useCaller,
  useT,
} from '../../kit/index.ts';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { History } from './History.tsx';
import { BILL_DRAG } from './columns.ts';
import './board.css';

const CREDIT = 1;

interface CandidatesProps {
  bill: Row | undefined;
  candidates: readonly BillCandidate[] | undefined;
  /** What has the line's reference already. */
  owner: ReferenceOwner | undefined;
  error: unknown;
  retry: () => void;
  picked: string | undefined;
  pick: (orderNo: string) => void;
  search: string;
  onSearch: (text: string) => void;
  /** A line was dropped on an order. */
  drop: (billId: string, orderNo: string) => void;
  match: (orderNo: string) => void;
  close: () => void;
}

/** An order with what speaks for the line being about it. */
function Face({ candidate, view }: { candidate: BillCandidate; view: 'collectOrder' | 'payOrder' }) {
  const t = useT('bank');
  const { orderNo, currency, difference, reasons } = candidate;
  return (
    <>
      <span className="board-line">
        <b className="pd-mono">{orderNo}</b>
        <span className={`board-score pd-number${candidate.score >= 85 ? ' pd-up' : ''}`}>
          {candidate.score}
        </span>
      </span>
      <span className="board-line">
        <Money amount={candidate.amount} currency={currency} code />
        {difference === '0' ? (
          <span className="pd-up">{t('bankBill.board.equal')}</span>
        ) : (
          <span className="pd-down">
            {t('bankBill.board.difference')} <Money amount={difference} currency={currency} signed="gap" />
          </span>
        )}
      </span>
      <span className="board-line pd-muted">
        <span>{candidate.merchantName}</span>
        <span className="pd-number">{formatInstant(candidate.createdAt)}</span>
      </span>
      <span className="board-line pd-muted">
        <span className="board-party">{candidate.utr ?? candidate.party ?? '–'}</span>
        <DictTag
          dict={view === 'collectOrder' ? 'collectStatusEnum' : 'payStatusEnum'}
          value={candidate.status}
        />
      </span>
      <span className="board-reasons">
        {reasons.map((reason) => (
          <i key={reason}>{t(`bankBill.reasons.${reason}`)}</i>
        ))}
      </span>
    </>
  );
}

function Card({
  candidate,
  bill,
  picked,
  pick,
  drop,
  match,
}: CandidatesProps & { candidate: BillCandidate; bill: Row }) {
  const t = useT('bank');
  const [over, setOver] = useState(false);
  const { orderNo } = candidate;
  const view = bill.direction === CREDIT ? 'collectOrder' : 'payOrder';
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(BILL_DRAG)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <li
      className={`board-card${over ? ' board-over' : ''}`}
      onDragOver={drag}
      onDragEnter={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const id = event.dataTransfer.getData(BILL_DRAG);
        if (id) drop(id, orderNo);
      }}
    >
      <button
        type="button"
        className="board-face"
        aria-pressed={picked === orderNo}
        onClick={() => pick(orderNo)}
        onDoubleClick={() => match(orderNo)}
      >
        <Face candidate={candidate} view={view} />
      </button>
      <button type="button" className="link-button" onClick={() => void openView(view, { anyId: orderNo })}>
        {t('bankBill.board.openOrder')}
      </button>
    </li>
  );
}

/** Whose the line's reference is: nothing else can be matched with it, and this is where to look. */
function Owner({ owner, utr }: { owner: ReferenceOwner; utr: string }) {
  const t = useT('bank');
  const { can } = useCaller();
  const { view } = owner;
  if (view === null) return <p className="board-owner">{t('bankBill.owner.hidden', { utr })}</p>;
  return (
    <div className="board-owner">
      <p>{t(`bankBill.owner.${view}`, { utr })}</p>
      {can(`${view}:page`) ? (
        <button
          type="button"
          className="link-button pd-mono"
          onClick={() => void openView(view, { anyId: owner.no })}
        >
          {owner.no}
        </button>
      ) : (
        <span className="pd-mono">{owner.no}</span>
      )}
    </div>
  );
}

/** Right of the lines: the orders that the one under the keyboard may be about. */
export function Candidates(props: CandidatesProps) {
  const { bill, candidates, owner, error, retry, search, onSearch, close } = props;
  const t = useT('bank');
  return (
    <aside className="dock" aria-label={t('bankBill.board.candidates')}>
      <DockHead title={t('bankBill.board.candidates')} close={close} />
      <div className="board-find">
        <input
          className="pd-input pd-mono"
          placeholder={t('bankBill.board.find')}
          aria-label={t('bankBill.board.find')}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      <div className="dock-body board-list">
        {!bill && <State kind="empty" text={t('bankBill.board.choose')} />}
        {bill && Boolean(error) && (
          <State
            kind={isCallError(error) && error.code === 403 ? 'forbidden' : 'error'}
            text={error instanceof Error ? error.message : undefined}
            retry={retry}
          />
        )}
        {bill && !error && candidates === undefined && <State kind="loading" />}
        {bill && !error && owner && <Owner owner={owner} utr={String(bill.utr ?? '')} />}
        {bill && !error && !owner && candidates?.length === 0 && (
          <State kind="empty" text={t('bankBill.board.none')} />
        )}
        {bill && candidates && candidates.length > 0 && (
          <ul>
            {candidates.map((candidate) => (
              <Card key={candidate.id} {...props} bill={bill} candidate={candidate} />
            ))}
          </ul>
        )}
        {/* The first version is the line as it came. */}
        {bill && (bill.version ?? 1) > 1 && <History bill={bill} />}
      </div>
    </aside>
  );
}
