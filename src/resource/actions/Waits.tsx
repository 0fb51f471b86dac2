import { translate } from '../../kit/index.ts';

/**
 * What must be known before the figures, of one row of a dry run: that a second person has to say the same before
 * anything is booked, that no money leaves for the merchant.
 */
export function Waits({ after }: { after: Readonly<Record<string, unknown>> }) {
  const said = [
    after.waits === true ? 'waits' : undefined,
    after.halted === 'frozen' || after.halted === 'disabled' ? after.halted : undefined,
  ].filter((each) => each !== undefined);
  return said.map((each) => (
    <p key={each} className="sheet-waits">
      {translate(`grid:sheet.${each}`)}
    </p>
  ));
}
