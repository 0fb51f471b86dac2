import { resourceOf } from '../../contract/resources/index.ts';
import { validationText } from '../../contract/validationTexts.ts';
import { fieldLabel } from '../engine/labels.ts';
import { Refused } from '../http/refused.ts';
import type { Override } from '../system/override.ts';
import { parserSchema } from './statement.ts';

/** What was done about a line, oldest first. */
export const bankBill: Override = {
  async detail(pool, id) {
    const { rows } = await pool.query(
      `select id::text, event, operator, coalesce(after ->> 'orderNo', before ->> 'orderNo') as "orderNo",
        to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
       from bank_bill_log where bill_id = $1 order by id`,
      [id],
    );
    return { history: rows };
  },
};

/** A bank type whose statements could not be read is refused when it is written, not when a file comes. */
export const bankType: Override = {
  async beforeWrite({ deps, caller, values }) {
    if (values.parser === undefined || parserSchema.safeParse(values.parser).success) return;
    const label = fieldLabel(deps.locales, caller.locale, resourceOf('bankType'), 'parser');
    throw new Refused('validation', {}, { parser: [validationText(caller.locale, 'format', { label })] });
  },
};
