import { translate } from '../../kit/index.ts';

/** Says so where a second person has to say the same before anything is booked; `after`: one row of a dry run. */
export function Waits({ after }: { after: Readonly<Record<string, unknown>> }) {
  return after.waits === true ? <p className="sheet-waits">{translate('grid:sheet.waits')}</p> : null;
}
