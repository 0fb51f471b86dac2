import type { Asked } from '../../contract/asked.ts';
import { LINKED_ROW } from '../../contract/noticeLink.ts';
import { dictLabel, openView, operatorName, translate } from '../kit/index.ts';
import { localisedTitle } from '../kit/data/menu.ts';

/** Who decides the step, as briefly as a mark says it. */
function deciders({ who, role, people, peopleCount, escalated, escalateRole }: Asked): string {
  const named = [...(people ?? []), ...(peopleCount > (people?.length ?? 0) ? ['…'] : [])].join(', ');
  const first =
    who === 'role' && role
      ? localisedTitle(role)
      : who === 'people' && named
        ? named
        : translate(`grid:asked.who.${who}`);
  if (!escalated) return first;
  const others = escalateRole ? localisedTitle(escalateRole) : translate('grid:asked.who.permitted');
  return translate('grid:asked.or', { first, others });
}

export const commandText = ({ command }: Asked): string => dictLabel('approvalCommand', command);

/** Who asked, which step it is in, and who decides it. */
export const whoAsked = (asked: Asked): string =>
  translate(asked.steps > 1 ? 'grid:asked.by' : 'grid:asked.byOne', {
    maker: operatorName(asked.maker),
    step: asked.step,
    steps: asked.steps,
    who: deciders(asked),
  });

/** The same with the command: what the mark of a row says. */
export const askedText = (asked: Asked): string =>
  `${translate('grid:asked.waits', { command: commandText(asked) })}, ${whoAsked(asked)}`;

/** Opens the request in Approvals. */
export const openRequest = (orderNo: unknown, { id }: Asked): void =>
  void openView('approval', { anyId: orderNo, outcome: ['waiting'], [LINKED_ROW]: id });
