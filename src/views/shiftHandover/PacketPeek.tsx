import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { HandoverPacket } from '../../../contract/shiftHandover.ts';
import {
  DictTag,
  State,
  call,
  commandKey,
  events,
  formatInstant,
  isCallError,
  queryClient,
  toast,
  translate,
  useCaller,
  useT,
} from '../../kit/index.ts';
import { NoteText } from '../../resource/notes/NoteText.tsx';
import type { PeekProps } from '../../resource/RowPeek.tsx';
import { DockBody } from '../../resource/ui/DockBody.tsx';
import { DockHead } from '../../resource/ui/DockHead.tsx';
import { ClaimList } from './ClaimList.tsx';
import { Counts } from './Counts.tsx';
import { ShiftNotes } from './ShiftNotes.tsx';
import './handover.css';
import '../../resource/actions/sheet.css';
import '../../resource/notes/notes.css';

const KEY = ['shiftHandover', 'packet'];

function usePacket(id: string) {
  useEffect(
    () =>
      events.subscribe('shiftHandover', () => void queryClient.invalidateQueries({ queryKey: [...KEY, id] })),
    [id],
  );
  return useQuery({
    queryKey: [...KEY, id],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<HandoverPacket>('shiftHandover/packet', undefined, { query: { id }, customCatch: true, signal }),
  });
}

/** Sends a decision; a refusal is a toast. */
async function decide(verb: 'accept' | 'decline' | 'withdraw', body: Record<string, unknown>): Promise<void> {
  await call(`shiftHandover/${verb}`, body, { idempotencyKey: commandKey() }).then(
    () => toast.success(translate(`orders:shiftHandover.did.${verb}`)),
    () => undefined,
  );
  await queryClient.invalidateQueries({ queryKey: KEY });
}

/** The claims that the colleague takes: all that can still be given, until some are left out. */
function useChosen({ claims }: HandoverPacket) {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const open = claims.filter(({ fault }) => fault === null).map(({ orderId }) => orderId);
  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  return { chosen: new Set(open.filter((id) => !left.has(id))), toggle };
}

/** What the colleague may do: take the chosen claims, or none with a reason. */
function TakingFoot({ packet, chosen }: { packet: HandoverPacket; chosen: ReadonlySet<string> }) {
  const t = useT('orders');
  const [reason, setReason] = useState<string>();
  const [busy, setBusy] = useState(false);
  const run = async (verb: 'accept' | 'decline', body: Record<string, unknown>) => {
    setBusy(true);
    await decide(verb, { id: packet.id, ...body });
    setBusy(false);
  };
  const count = chosen.size;
  return (
    <footer className="dock-foot handover-foot" data-clear="">
      <button
        type="button"
        className="pd-button pd-button-primary"
        disabled={busy}
        onClick={() => void run('accept', { orderIds: [...chosen] })}
      >
        {count > 0
          ? t('shiftHandover.actions.accept', { count })
          : t(`shiftHandover.actions.${packet.claims.length > 0 ? 'acceptNone' : 'acceptShift'}`)}
      </button>
      {reason === undefined ? (
        <button type="button" className="pd-button" disabled={busy} onClick={() => setReason('')}>
          {t('shiftHandover.actions.decline')}
        </button>
      ) : (
        <>
          <input
            className="pd-input"
            aria-label={t('shiftHandover.fields.reason')}
            placeholder={t('shiftHandover.fields.reason')}
            maxLength={500}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
          />
          <button
            type="button"
            className="pd-button"
            disabled={busy || reason.trim() === ''}
            onClick={() => void run('decline', { reason })}
          >
            {t('shiftHandover.actions.decline')}
          </button>
        </>
      )}
    </footer>
  );
}

function Facts({ packet }: { packet: HandoverPacket }) {
  const t = useT('orders');
  const { giver, taker, status, reason } = packet;
  return (
    <dl className="facts">
      <dt>{t('shiftHandover.fields.status')}</dt>
      <dd>
        <DictTag dict="handoverStatus" value={status} />
      </dd>
      <dt>{t('shiftHandover.fields.userId')}</dt>
      <dd>{giver.realName || giver.account}</dd>
      <dt>{t('shiftHandover.fields.toUserId')}</dt>
      <dd>{taker.realName || taker.account}</dd>
      <dt>{t('shiftHandover.fields.createdAt')}</dt>
      <dd className="pd-number">{formatInstant(packet.createdAt)}</dd>
      {status === 'offered' && <dt>{t('shiftHandover.fields.expiresAt')}</dt>}
      {status === 'offered' && <dd className="pd-number">{formatInstant(packet.expiresAt)}</dd>}
      {reason && <dt>{t('shiftHandover.fields.reason')}</dt>}
      {reason && <dd>{reason}</dd>}
    </dl>
  );
}

function Packet({ packet }: { packet: HandoverPacket }) {
  const t = useT('orders');
  const { profile, can } = useCaller();
  const { giver, taker, status, hidden } = packet;
  const taking = useChosen(packet);
  const isOpen = status === 'offered' && can('shiftHandover:write');
  const isMine = isOpen && taker.id === profile.id;
  return (
    <>
      <DockBody>
        <Facts packet={packet} />
        {packet.text && <NoteText body={packet.text} mentions={[]} />}
        <Counts counts={packet.counts} />
        <ClaimList claims={packet.claims} {...(isMine && taking)} />
        {hidden > 0 && <p className="pd-muted">{t('shiftHandover.hidden', { count: hidden })}</p>}
        <ShiftNotes notes={packet.notes} />
      </DockBody>
      {isMine && <TakingFoot packet={packet} chosen={taking.chosen} />}
      {isOpen && giver.id === profile.id && (
        <footer className="dock-foot" data-clear="">
          <button
            type="button"
            className="pd-button"
            onClick={() => void decide('withdraw', { id: packet.id })}
          >
            {t('shiftHandover.actions.withdraw')}
          </button>
        </footer>
      )}
    </>
  );
}

function Loaded({ id }: { id: string }) {
  const { data, isPending, error, refetch } = usePacket(id);
  if (data) return <Packet packet={data} />;
  const refused = isCallError(error) ? error : undefined;
  return (
    <DockBody>
      {isPending ? (
        <State kind="loading" />
      ) : (
        <State
          kind={refused?.code === 403 ? 'forbidden' : 'error'}
          text={refused?.message}
          retry={() => void refetch()}
        />
      )}
    </DockBody>
  );
}

/** A handover next to the list: its claims, notes and counts, and what its two parties may do. */
export function PacketPeek({ row, words, close }: PeekProps) {
  const t = useT('grid');
  const title = words.title();
  return (
    <aside className="dock" aria-label={title}>
      <DockHead title={title} close={close} />
      {row ? (
        <Loaded key={row.id} id={row.id} />
      ) : (
        <DockBody>
          <State kind="empty" text={t('detail.none')} />
        </DockBody>
      )}
    </aside>
  );
}
