import type { FlowStepShown } from '../../../contract/approvalFlow.ts';
import { formatMoney, useT } from '../../kit/index.ts';
import { aboveText, timeoutText, whoText } from '../../resource/flow/flowTexts.ts';
import { changesOf, type Draft } from './draft.ts';

/** A step in words. */
function Words({ step, currency }: { step: FlowStepShown | undefined; currency: string }) {
  const t = useT('platform');
  if (!step) return null;
  const words = [
    step.name,
    whoText(t, step, step.users),
    step.who === 'permitted' ? '' : t(`workflow.decides.${step.decides}`),
    step.aboveAmount === null ? '' : aboveText(t, step.aboveAmount, currency),
    timeoutText(t, step),
  ];
  return words.filter(Boolean).join(' · ');
}

/** What one version has that another has not, step by step. */
export function Compare({ before, after, currency }: { before: Draft; after: Draft; currency: string }) {
  const t = useT('platform');
  const limit = (amount: string) => formatMoney(amount, currency, { code: true });
  return (
    <ol className="flows-compare">
      {before.limitAmount !== after.limitAmount && (
        <li data-kind="changed">
          <b>{t('workflow.limit')}</b>
          <del>{limit(before.limitAmount)}</del>
          <ins>{limit(after.limitAmount)}</ins>
        </li>
      )}
      {changesOf(before.steps, after.steps).map(({ kind, before: was, after: is }, at) => (
        <li key={`${at + 1}`} data-kind={kind}>
          <b>{t('workflow.step', { n: at + 1 })}</b>
          <span className="pd-muted">{t(`workflow.change.${kind}`)}</span>
          {kind === 'same' ? (
            <span>
              <Words step={is} currency={currency} />
            </span>
          ) : (
            <>
              {was && (
                <del>
                  <Words step={was} currency={currency} />
                </del>
              )}
              {is && (
                <ins>
                  <Words step={is} currency={currency} />
                </ins>
              )}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
