import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { FLOW_NOTE_MOST, type FlowShown, isLooser } from '../../../contract/approvalFlow.ts';
import { State, call, toast, useT } from '../../kit/index.ts';
import { PasskeyConfirm } from '../../resource/actions/PasskeyConfirm.tsx';
import { createSubmission } from '../../resource/form/submission.ts';
import { Compare } from './Compare.tsx';
import { type Draft, draftOf, inputOf, versionNow } from './draft.ts';
import { FormLine } from '../../resource/ui/FormLine.tsx';

interface PublishDockProps {
  flow: FlowShown;
  draft: Draft;
  done: () => void;
}

/** A flow that asks less of others needs a code or a passkey. */
function Confirm({ otp, set, commit }: { otp: string; set: (otp: string) => void; commit: () => void }) {
  const t = useT('platform');
  return (
    <>
      <p className="flows-meanwhile">{t('workflow.looser.about')}</p>
      <FormLine label={t('workflow.looser.otp')}>
        {(id) => (
          <input
            id={id}
            className="pd-input pd-mono"
            autoComplete="one-time-code"
            inputMode="numeric"
            value={otp}
            onChange={({ target }) => set(target.value.trim())}
          />
        )}
      </FormLine>
      <PasskeyConfirm otp={otp} change={set} commit={commit} />
    </>
  );
}

/** What would change, before it rules anything; requests that wait keep the version that they began with. */
export function PublishDock({ flow, draft, done }: PublishDockProps) {
  const t = useT('platform');
  const [note, setNote] = useState('');
  const [otp, setOtp] = useState('');
  const [submission] = useState(createSubmission);
  const now = versionNow(flow);
  const next = flow.flowVersion + 1;
  const isFreer = now !== undefined && isLooser(now, draft);
  const { mutate, error, isPending } = useMutation({
    async mutationFn() {
      const { id, version } = flow;
      const body = { id, version, limitAmount: draft.limitAmount, note, steps: inputOf(draft.steps), otp };
      try {
        return await call('approvalRule/publish', body, {
          customCatch: true,
          idempotencyKey: submission.keyOf(body),
        });
      } catch (fault) {
        submission.failed(fault);
        throw fault;
      }
    },
    onSuccess() {
      toast.success(t('workflow.published', { n: next }));
      done();
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!isPending) mutate();
      }}
    >
      {now && <Compare before={draftOf(now)} after={draft} command={flow.command} currency={flow.currency} />}
      <FormLine label={t('workflow.note')}>
        {(id) => (
          <input
            id={id}
            className="pd-input"
            value={note}
            maxLength={FLOW_NOTE_MOST}
            onChange={({ target }) => setNote(target.value)}
          />
        )}
      </FormLine>
      <p className="pd-muted">{t('workflow.keepsTheirs')}</p>
      {isFreer && <Confirm otp={otp} set={setOtp} commit={() => mutate()} />}
      {error && <State kind="error" inline text={error.message} />}
      <button type="submit" className="pd-button pd-button-primary" disabled={isPending || (isFreer && !otp)}>
        {t('workflow.publishN', { n: next })}
      </button>
    </form>
  );
}
