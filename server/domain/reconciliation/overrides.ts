import { resourceOf } from '../../../contract/resources/index.ts';
import { validationText } from '../../../contract/validationTexts.ts';
import { fieldLabel } from '../../engine/labels.ts';
import { textOf } from '../../platform/http/locales.ts';
import { Refused } from '../../platform/http/refused.ts';
import type { OthersColumns, ServerHalf } from '../../engine/serverHalf.ts';
import { statementFormatSchema } from '../../../contract/statementFormat.ts';

const HISTORY = `select l.id::text, l.event, l.operator, l.reason, l.at, case when $2::bigint[] is null or m.org_id = any($2) then l.no end as "orderNo"
  from (
    select id, event, operator, after ->> 'reason' as reason, coalesce(after ->> 'orderNo', before ->> 'orderNo') as no,
      to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
    from bank_bill_log where bill_id = $1
  ) l left join lateral (
    select merchant_id from collect_order where order_no = l.no
    union all select merchant_id from pay_order where order_no = l.no
  ) o on true left join merchant m on m.id = o.merchant_id
  order by l.id`;

// A line of a statement is of nobody yet: which order it may be about is for those who see that order's merchant.
const PROPOSED: OthersColumns = {
  columns: ['candidate_no', 'candidate_amount', 'difference'],
  merchant: `case bank_bill.direction when 1 then (select o.merchant_id from collect_order o where o.order_no = bank_bill.candidate_no)
    else (select o.merchant_id from pay_order o where o.order_no = bank_bill.candidate_no) end`,
};

/** What was done about a line, oldest first; with which order, where that is of an organisation of the caller's. */
export const bankBillHalf: ServerHalf = {
  others: PROPOSED,
  async detail(pool, id, { orgIds }) {
    const { rows } = await pool.query(HISTORY, [id, orgIds === 'all' ? null : orgIds]);
    return { history: rows };
  },
};

/** A bank type whose statements could not be read is refused when it is written, not when a file comes. */
export const bankTypeHalf: ServerHalf = {
  async beforeWrite({ deps, caller, values }) {
    if (values.parser === undefined) return;
    const format = statementFormatSchema.safeParse(values.parser);
    if (format.success) return;
    const label = fieldLabel(deps.locales, caller.locale, resourceOf('bankType'), 'parser');
    const wrong = String(format.error.issues[0]?.path[0] ?? '');
    const part = textOf(deps.locales, caller.locale, 'bank', `bankType.format.fields.${wrong}`);
    throw new Refused(
      'validation',
      {},
      {
        parser: [
          validationText(caller.locale, 'format', {
            label: part === undefined ? label : `${label} · ${part}`,
          }),
        ],
      },
    );
  },
};
