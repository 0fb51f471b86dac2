import type { FlowStepShown } from '../../../contract/approvalFlow.ts';
import { formatMoney, useT } from '../../kit/index.ts';
import { aboveText, timeoutText, whoText } from '../../resource/flow/flowTexts.ts';
import { changesOf, type Draft } from './draft.ts';

/** Whose versions they are. */
interface Of {
  command: string;
  currency: string;
}

/** A step in words. */
function Words({ step, command, currency }: { step: FlowStepShown | undefined } & Of) {
  const t = useT('platform');
  if (!step) return null;
  const words = [
    step.name,
    whoText(t, step, step.users),
    step.who === 'permitted' ? '' : t(`workflow.decides.${step.decides}`),
    step.aboveAmount === null ? '' : aboveText(t, step.aboveAmount, currency),
    timeoutText(t, command, step),
  ];
  return words.filter(Boolean).join(' · ');
}

/** What one version has that another has not, step by step. */
export function Compare({ before, after, command, currency }: { before: Draft; after: Draft } & Of) {
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
              <Words step={is} command={command} currency={currency} />
            </span>
          ) : (
            <>
              {was && (
                <del>
                  <Words step={was} command={command} currency={currency} />
                </del>
              )}
              {is && (
                <ins>
                  <Words step={is} command={command} currency={currency} />
                </ins>
              )}
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
