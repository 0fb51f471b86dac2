import type { PoolClient } from 'pg';
import { idText, isId } from '../../../contract/id.ts';
import type { ActionContext, ActionHandler, LockedRow } from '../../engine/action.ts';
import { Refused } from '../../platform/http/refused.ts';
import { sessionState } from '../session/sessionState.ts';
import { MENU_COLUMNS, type MenuRow } from './menuRead.ts';
import { checkBelow, checkMenu, type MenuValues } from './menuRules.ts';

/** Rows of a tree get another place: below another row, and before one of those that are there. */

/** Between two places, so that a form still has numbers to give. */
const STEP = 10;

interface Place {
  pid: string | null;
  /** Null: the last. */
  beforeId: string | null;
}

function placeOf({ input }: ActionContext): Place {
  const id = (value: unknown): string | null => (isId(idText(value)) ? idText(value) : null);
  return { pid: id(input.pid), beforeId: id(input.beforeId) };
}

interface Sibling {
  id: string;
  orderNo: number;
}

/** The place of the row among the others, as they will be. @throws Refused notFound where it was to go before none of them */
function orderOf(siblings: readonly Sibling[], id: string, { beforeId }: Place): string[] {
  const others = siblings.map((each) => each.id).filter((each) => each !== id);
  const at = beforeId === null ? others.length : others.indexOf(beforeId);
  if (at < 0) throw new Refused('notFound');
  return [...others.slice(0, at), id, ...others.slice(at)];
}

const ORG_SIBLINGS = `select id::text, order_no as "orderNo" from sys_org
  where tenant_id = $1 and pid is not distinct from $2 order by order_no, id`;
const ORG_ORDER = `update sys_org set order_no = $2, version = version + 1 where id = $1`;
const MENU_SIBLINGS = `select id::text, order_no as "orderNo" from sys_menu
  where pid is not distinct from $1 order by order_no, id`;
const MENU_ORDER = `update sys_menu set order_no = $2, version = version + 1 where id = $1`;

/** Gives the rows new numbers where a number is another; answers that of the moved one, which the engine writes. */
async function renumber(
  { tx, emit }: ActionContext,
  resource: string,
  statement: string,
  siblings: readonly Sibling[],
  order: readonly string[],
  id: string,
): Promise<number> {
  const known = new Map(siblings.map((each) => [each.id, each.orderNo]));
  for (const [at, each] of order.entries()) {
    const orderNo = (at + 1) * STEP;
    if (each === id || known.get(each) === orderNo) continue;
    await tx.query(statement, [each, orderNo]);
    await emit(resource, each, 'update');
  }
  return (order.indexOf(id) + 1) * STEP;
}

/** Moving an organisation below itself would hide its rows from everybody. @throws Refused menuSelfParent */
export async function refuseOwnBranch(tx: PoolClient, id: string, pid: string): Promise<void> {
  // One mover at a time: two crossing moves could otherwise close a circle.
  await tx.query('lock table sys_org in share row exclusive mode');
  const above = await tx.query(
    `with recursive up as (
       select id, pid from sys_org where id = $1 union select o.id, o.pid from sys_org o join up on o.id = up.pid
     ) select 1 from up where id = $2`,
    [pid, id],
  );
  if (above.rowCount) throw new Refused('menuSelfParent');
}

export const moveOrg: ActionHandler = async (context, { id, tenantId, pid: was }: LockedRow) => {
  const { deps, tx, caller, set, now, onCommit } = context;
  const place = placeOf(context);
  // Moving somebody else's department below one's own would show its rows, and one of one's own away would hide them.
  const own = (each: string | null): boolean =>
    caller.orgIds === 'all' || (each !== null && caller.orgIds.includes(each));
  if (!own(id) || (place.pid !== (was ?? null) && !own(place.pid))) throw new Refused('forbidden');
  if (place.pid !== null) await refuseOwnBranch(tx, id, place.pid);
  const { rows } = await tx.query<Sibling>(ORG_SIBLINGS, [tenantId, place.pid]);
  const order = orderOf(rows, id, place);
  const values = { pid: place.pid, orderNo: await renumber(context, 'sysOrg', ORG_ORDER, rows, order, id) };
  await set({ ...values, updatedBy: caller.userId, updatedAt: now });
  onCommit(() => sessionState(deps.pool).forgetPeople());
  return values;
};

export const moveMenu: ActionHandler = async (context, { id }: LockedRow) => {
  const { tx, caller, set, now } = context;
  const place = placeOf(context);
  // Whoever adds or changes an entry waits; of two moves the second sees what the first has made.
  await tx.query('lock table sys_menu in share row exclusive mode');
  const found = await tx.query<MenuRow>(`select ${MENU_COLUMNS} from sys_menu m where id = $1`, [id]);
  const entry = { ...found.rows[0], pid: place.pid } as unknown as MenuValues;
  await checkMenu(tx, entry, caller.locale, id);
  if (place.pid !== (found.rows[0]?.pid ?? null)) await checkBelow(tx, caller, id);
  const { rows } = await tx.query<Sibling>(MENU_SIBLINGS, [place.pid]);
  const order = orderOf(rows, id, place);
  const values = {
    pid: place.pid,
    orderNo: await renumber(context, 'sysMenu', MENU_ORDER, rows, order, id),
    // An application has entries of the first level.
    ...(place.pid !== null && { appId: null }),
  };
  await set({ ...values, updatedBy: caller.userId, updatedAt: now });
  return values;
};
