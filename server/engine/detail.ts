import { isId } from '../../contract/id.ts';
import type { Caller } from '../platform/http/caller.ts';
import { Refused } from '../platform/http/refused.ts';
import type { ServerHalf } from './serverHalf.ts';
import type { Compiled } from './compile.ts';
import type { Reading } from './engine.ts';
import { detailRow } from './read.ts';
import { timelineOf } from './timeline.ts';

/** GET /api/<resource>/detail?id= */
export async function readDetail(
  engine: Reading,
  compiled: Compiled,
  half: ServerHalf,
  caller: Caller,
  id: unknown,
): Promise<Record<string, unknown>> {
  if (!isId(id)) throw new Refused('notFound');
  const visible = await engine.scopes.visible(caller);
  const row = await detailRow(engine.pool, { compiled, caller, visible }, id);
  const more = await half.detail?.(engine.pool, id, caller);
  if (!compiled.resource.logged) return { ...row, ...more };
  const order = { resource: compiled.resource.id, id, orderNo: String(row.orderNo) };
  const timeline = await timelineOf(engine, caller, visible, order);
  return { ...row, ...more, timeline };
}
