import type { Compiled } from './compile.ts';
import type { Visible } from './scope.ts';
import type { Params } from './sql.ts';

/** What a row tells of another merchant's row. */
interface Told {
  columns: readonly string[];
  /** Whose that row is, over the table's own columns. */
  merchant: string;
}

// A line of a statement is of nobody yet: which order it may be about is for those who see that order's merchant.
const PROPOSED: Told = {
  columns: ['candidate_no', 'candidate_amount', 'difference'],
  merchant: `case bank_bill.direction when 1 then (select o.merchant_id from collect_order o where o.order_no = bank_bill.candidate_no)
    else (select o.merchant_id from pay_order o where o.order_no = bank_bill.candidate_no) end`,
};
const TOLD: Readonly<Record<string, Told>> = { bankBill: PROPOSED };

/** What alias t stands for in a read: the table, without what its rows tell of merchants that the asker does not see. */
export function rowsSql({ resource, table, all }: Compiled, visible: Visible, params: Params): string {
  const told = TOLD[resource.id];
  if (!told || visible === null) return table;
  const seen = `${told.merchant} = any(${params.add(visible)}::bigint[])`;
  const columns = [...all.keys()].map((name) =>
    told.columns.includes(name) ? `case when ${seen} then ${name} end as ${name}` : name,
  );
  return `(select ${columns.join(', ')} from ${table})`;
}
