import { translate } from '../../kit/index.ts';
import { turnText } from './turn.ts';

/**
 * What must be known before the figures, of one row of a dry run: that a second person has to say the same before
 * anything is booked, that no money leaves for the merchant, that another order changes too, that the merchant is notified
 * once more.
 */
export function Waits({ after }: { after: Readonly<Record<string, unknown>> }) {
  const reasons = [
    after.waits === true ? 'waits' : undefined,
    after.notifiedAgain === true ? 'notifiedAgain' : undefined,
    after.halted === 'frozen' || after.halted === 'disabled' ? after.halted : undefined,
  ].filter((each) => each !== undefined);
  const turn = turnText(after);
  const texts = reasons.map((each) => (each === 'waits' && turn) || translate(`grid:sheet.${each}`));
  if (turn !== undefined && after.waits !== true) texts.unshift(turn);
  if (typeof after.exchanged === 'string')
    texts.push(translate('grid:sheet.exchanged', { orderNo: after.exchanged }));
  return texts.map((text) => (
    <p key={text} className="sheet-waits">
      {text}
    </p>
  ));
}
