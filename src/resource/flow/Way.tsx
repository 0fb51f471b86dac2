import type { Way as WayShown, WayDecision, WayStep } from '../../../contract/approvalFlow.ts';
import { dictLabel, formatInstant, formatMoney, useT } from '../../kit/index.ts';
import { FlowBoxes } from './FlowBoxes.tsx';
import { aboveText, peopleText, timeoutText, whoText } from './flowTexts.ts';

function Decision({ decision: { kind, account, realName, reason, at } }: { decision: WayDecision }) {
  const t = useT('platform');
  return (
    <span className="flow-decision">
      {[realName || account, t(`workflow.decided.${kind}`), formatInstant(at)].filter(Boolean).join(' · ')}
      {reason && <span className="pd-muted"> – {reason}</span>}
    </span>
  );
}

interface WayProps {
  way: WayShown;
  command: string;
  currency: string;
  amount: string;
  /** Tried out for no merchant in particular: who its director is, is not known. */
  isOfAll?: boolean;
}

/** The way of a request, drawn: who has decided, who is awaited, what is still to come. */
export function Way({ way: { steps, limitAmount }, command, currency, amount, isOfAll = false }: WayProps) {
  const t = useT('platform');
  const linesOf = (step: WayStep) => {
    const isOpen = step.state === 'current' || step.state === 'ahead';
    const nobody =
      isOfAll && step.who === 'director' ? (
        <span className="pd-muted">{t('workflow.byMerchant')}</span>
      ) : (
        <span className="pd-down">{t('workflow.nobody')}</span>
      );
    return [
      whoText(t, step),
      ...step.decisions.map((each) => <Decision key={each.at} decision={each} />),
      ...(isOpen ? [step.people.length > 0 ? peopleText(t, step.people) : nobody] : []),
      ...(step.aboveAmount === null ? [] : [aboveText(t, step.aboveAmount, currency)]),
      ...(isOpen ? [timeoutText(t, command, step)] : []),
    ];
  };
  const boxes = steps.map((step) => ({
    key: String(step.step),
    title: step.name || t('workflow.step', { n: step.step }),
    tag: [
      t(`workflow.state.${step.escalated ? 'escalated' : step.state}`),
      step.who !== 'permitted' && t(`workflow.decides.${step.decides}`),
    ]
      .filter(Boolean)
      .join(' · '),
    lines: linesOf(step),
    state: step.state,
  }));
  const money = formatMoney(amount, currency, { code: true });
  const limit = formatMoney(limitAmount, currency, { code: true });
  return (
    <FlowBoxes
      boxes={boxes}
      start={t('workflow.asked', { amount: money, limit })}
      end={dictLabel('approvalCommand', command)}
    />
  );
}
