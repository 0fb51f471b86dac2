import type pg from 'pg';
import { insertRows } from './copyIn.ts';

const HOUR_MS = 3_600_000;

/** A few rows of tools, so that their lists show what they are for. */
export async function seedTools(db: pg.ClientBase, anchorMs: number): Promise<void> {
  const at = (hours: number) => new Date(anchorMs - hours * HOUR_MS);
  await insertRows(
    db,
    'sys_wechat_pay',
    [
      { hours: 30, total: 12_900, state: 'SUCCESS', description: 'Point of sale 12' },
      { hours: 9, total: 4_550, state: 'REFUND', description: 'Point of sale 07' },
      { hours: 2, total: 88_000, state: 'NOTPAY', description: 'Invoice 2031' },
    ].map(({ hours, total, state, description }, index) => ({
      id: 901 + index,
      out_trade_number: `DEMO${String(20_260_001 + index)}`,
      transaction_id: state === 'NOTPAY' ? null : `42000${String(7_100_000_000 + index)}`,
      description,
      total,
      trade_state: state,
      created_at: at(hours),
      success_time: state === 'NOTPAY' ? null : at(hours - 0.01),
    })),
  );
  await insertRows(db, 'sys_plugin', [
    {
      id: 901,
      name: 'Hello',
      csharp_code: 'public class Hello { public string Say() => "hello"; }',
      status: 1,
      order_no: 100,
      remark: 'Kept as text: no code is compiled here',
      created_at: at(48),
      version: 1,
    },
  ]);
  await insertRows(db, 'sys_code_gen', [
    {
      id: 901,
      table_name: 'sys_job_record',
      bus_name: 'Job runs',
      name_space: 'contract/resources/platform',
      created_at: at(48),
      version: 1,
    },
  ]);
}
