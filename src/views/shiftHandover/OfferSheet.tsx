import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HANDOVER_LONGEST, type HandoverDraft } from '../../../contract/shiftHandover.ts';
import { Choice, State, call, drafts, toast, useCaller, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { createSubmission } from '../../resource/form/submission.ts';
import type { SheetPorts } from '../../resource/PanelAside.tsx';
import { ClaimList } from './ClaimList.tsx';
import { Counts } from './Counts.tsx';
import './handover.css';

const useHandoverDraft = () =>
  useQuery({
    queryKey: ['shiftHandover', 'draft'],
    staleTime: 0,
    queryFn: ({ signal }) =>
      call<HandoverDraft>('shiftHandover/draft', undefined, { customCatch: true, signal }),
  });

/** What a shift gives: a colleague is chosen, a text is written, and the claims are seen before they are offered. */
export function OfferSheet({ close, refresh }: Pick<SheetPorts, 'close' | 'refresh'>) {
  const t = useT('orders');
  const key = `${useCaller().profile.id}/handover`;
  const { data, isError, refetch } = useHandoverDraft();
  const [toUserId, setTo] = useState<string>();
  const [note, setNote] = useState(() => String(drafts.get(key)?.note ?? ''));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [submission] = useState(createSubmission);
  const write = (text: string): void => {
    setNote(text);
    drafts.put(key, text === '' ? undefined : { note: text });
  };
  const send = async () => {
    const body = { toUserId, note };
    setBusy(true);
    setProblem(undefined);
    try {
      await call('shiftHandover/offer', body, { customCatch: true, idempotencyKey: submission.keyOf(body) });
      drafts.put(key, undefined);
      toast.success(t('shiftHandover.offered'));
      close();
      refresh();
    } catch (error) {
      submission.failed(error);
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  const title = t('shiftHandover.actions.offer');
  if (!data) return <Waiting isError={isError} again={() => void refetch()} />;
  const people = data.colleagues.map(({ id, account, realName }) => ({
    value: id,
    text: realName ? `${realName} · ${account}` : account,
  }));
  return (
    <Sheet
      title={title}
      verb={title}
      asks
      lines
      ready={toUserId !== undefined && note.length <= HANDOVER_LONGEST}
      busy={busy}
      error={problem}
      commit={() => void send()}
      close={close}
    >
      <Choice label={t('shiftHandover.to')} value={toUserId} options={people} set={setTo} />
      {people.length === 0 && <p className="pd-down">{t('shiftHandover.nobody')}</p>}
      <label className="handover-text">
        <span className="pd-muted">{t('shiftHandover.text')}</span>
        <textarea
          className="pd-input"
          rows={4}
          value={note}
          maxLength={HANDOVER_LONGEST}
          onChange={({ target }) => write(target.value)}
        />
      </label>
      <Counts counts={data.counts} />
      <ClaimList claims={data.claims} />
    </Sheet>
  );
}

function Waiting({ isError, again }: { isError: boolean; again: () => void }) {
  return (
    <aside className="dock">
      {isError ? <State kind="error" retry={again} /> : <State kind="loading" />}
    </aside>
  );
}
