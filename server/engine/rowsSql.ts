import type { Compiled } from './compile.ts';
import type { Visible } from './scope.ts';
import type { Params } from './sql.ts';

/** What alias t represents in a read: the table or its view, without what its rows tell of merchants that the caller does not see. */
export function rowsSql({ source, all, others }: Compiled, visible: Visible, params: Params): string {
  if (!others || visible === null) return source;
  const seen = `${others.merchant} = any(${params.add(visible)}::bigint[])`;
  const columns = [...all.keys()].map((name) =>
    others.columns.includes(name) ? `case when ${seen} then ${name} end as ${name}` : name,
  );
  return `(select ${columns.join(', ')} from ${source})`;
}
