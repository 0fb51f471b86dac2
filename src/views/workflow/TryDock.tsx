import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FlowShown, TriedWay } from '../../../contract/approvalFlow.ts';
import { approvalRule } from '../../../contract/resources/finance/approvalRule.ts';
import { State, call, useT } from '../../kit/index.ts';
import { RefInput } from '../../kit/inputs/RefInputs.tsx';
import { Way } from '../../resource/flow/Way.tsx';
import { type Draft, inputOf } from './draft.ts';
import { FormLine } from '../../resource/ui/FormLine.tsx';

const AMOUNT = /^\d+(\.\d+)?$/;

interface TryDockProps {
  flow: FlowShown;
  /** What is drawn, where that is not what is published. */
  draft: Draft | undefined;
}

/** Where it would go, or that it could not go on. */
function Outcome({
  tried,
  flow,
}: {
  tried: TriedWay & { amount: string; isOfAll: boolean };
  flow: FlowShown;
}) {
  const t = useT('platform');
  const { way, stuck, amount, isOfAll, reason } = tried;
  if (!way) return <p>{t(`workflow.tryOut.${reason ?? 'noFlow'}`)}</p>;
  return (
    <>
      {reason !== null && <p>{t(`workflow.tryOut.oneOther.${reason}`)}</p>}
      {stuck !== null && <State kind="error" inline text={t('workflow.tryOut.stuck', { step: stuck })} />}
      <Way way={way} command={flow.command} currency={flow.currency} amount={amount} isOfAll={isOfAll} />
    </>
  );
}

/** Which way an amount of a merchant would go, and who would be asked, by name. */
export function TryDock({ flow, draft }: TryDockProps) {
  const t = useT('platform');
  const [amount, setAmount] = useState('');
  const [merchantId, setMerchant] = useState<string | null>(flow.merchantId);
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: (asked: string) =>
      call<TriedWay>(
        'approvalRule/tryOut',
        {
          command: flow.command,
          currency: flow.currency,
          amount: asked,
          merchantId,
          ...(draft && { drawn: { limitAmount: draft.limitAmount, steps: inputOf(draft.steps) } }),
        },
        { customCatch: true },
      ).then((tried) => ({ ...tried, amount: asked, isOfAll: merchantId === null })),
  });
  const isAmount = AMOUNT.test(amount);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isAmount) mutate(amount);
      }}
    >
      <FormLine label={t('workflow.tryOut.amount', { currency: flow.currency })}>
        {(id) => (
          <input
            id={id}
            className="pd-input pd-number"
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value.replaceAll(',', '').trim())}
          />
        )}
      </FormLine>
      <FormLine label={t('workflow.tryOut.merchant')}>
        {(id) => (
          <RefInput
            id={id}
            field={approvalRule.fields.merchantId}
            value={merchantId}
            disabled={flow.merchantId !== null}
            onChange={(value) => setMerchant(value ? String(value) : null)}
          />
        )}
      </FormLine>
      <p className="flows-go">
        <button type="submit" className="pd-button pd-button-primary" disabled={!isAmount || isPending}>
          {t('workflow.tryOut.go')}
        </button>
        {draft && <span className="pd-muted">{t('workflow.tryOut.drawn')}</span>}
      </p>
      {error && <State kind="error" inline text={error.message} />}
      {data && <Outcome tried={data} flow={flow} />}
    </form>
  );
}
