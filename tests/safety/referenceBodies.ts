import { newId } from '../../server/platform/db/id.ts';
import type { Body } from '../api/writeBodies.ts';
import type { Namer, ReferenceWorld } from './referenceWorld.ts';

/** What tries the references of calls that no definition describes. */

export interface Tried {
  body: unknown;
  /** Of the address, where the call takes its values from there. */
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
}
type MakeCall = (
  world: ReferenceWorld,
  who: Namer,
) => Promise<(keys: readonly string[], id: string) => Tried>;

const withList =
  (resource: string, address: string, more: Body = {}): MakeCall =>
  async (world, who) => {
    const row = await world.ownOf(who, resource);
    return ([key], id) => ({ body: { ...more, [address]: row, [key!]: [id] } });
  };

const STEP = {
  name: '',
  who: 'permitted',
  roleId: null,
  userIds: [] as string[],
  decides: 'any',
  aboveAmount: null,
  timeoutMinutes: 60,
  onTimeout: 'ask',
  escalateRoleId: null,
};

/** A step that asks this role, this person, or passes on to this role. */
function stepNaming(key: string, id: string): Body {
  if (key === 'userIds') return { ...STEP, who: 'people', userIds: [id] };
  if (key === 'roleId') return { ...STEP, who: 'role', roleId: id };
  return { ...STEP, onTimeout: 'escalate', escalateRoleId: id };
}

const stepsNaming = (keys: readonly string[], id: string): Body[] => [
  STEP,
  stepNaming(keys.filter((key) => key !== '[]').at(-1)!, id),
];

const shared =
  (more: () => Body): MakeCall =>
  async () =>
  ([key], id) => ({ body: { ...more(), [key!]: id } });

const RULE = { command: 'collectOrder/forceConfirm', currency: 'INR' };

async function ruleOf(world: ReferenceWorld, who: Namer): Promise<Body> {
  const { items } = await world.as[who]
    .call<{ items: Body[] }>('approvalRule/page', { ...RULE, pageSize: 1 })
    .catch(() => ({ items: [] as Body[] }));
  if (items[0]) return items[0];
  return world.as[who].command<Body>('approvalRule/add', { ...RULE, limitAmount: '100', status: 1 });
}

/** A body of each call that names rows, given the way to the id and the id. */
export const CALLS: Readonly<Record<string, MakeCall>> = {
  'sysRole/grantMenu': withList('sysRole', 'id'),
  'sysRole/grantDataScope': withList('sysRole', 'id', { dataScope: 5 }),
  'sysTenant/grantMenu': withList('sysTenant', 'id'),
  'sysApp/grantMenu': withList('sysApp', 'id'),
  'sysUser/grantRole': withList('sysUser', 'userId'),
  'layout/publish': shared(() => ({ name: newId(), kind: 'dashboard', body: '{}' })),
  'savedView/save': shared(() => ({ name: newId(), resource: 'collectOrder', body: '{}' })),
  'shiftHandover/offer': shared(() => ({ note: 'mine' })),
  async 'approvalRule/publish'(world, who) {
    const { id, version, limitAmount } = await ruleOf(world, who);
    return (keys, named) => ({ body: { id, version, limitAmount, steps: stepsNaming(keys, named) } });
  },
  async 'approvalRule/tryOut'() {
    return (keys, named) => ({
      body: { ...RULE, amount: '500', drawn: { limitAmount: '100', steps: stepsNaming(keys, named) } },
    });
  },
  async 'alertRule/trial'() {
    const terms = { measure: 'collectOrder.failed', comparison: 'above', threshold: '1', days: 1 };
    return ([key], id) => ({ body: { ...terms, [key!]: id } });
  },
  async 'bankBatch/preview'() {
    return (_keys, id) => ({
      body: 'date,reference,amount',
      query: { bankAccountId: id },
      headers: { 'Content-Type': 'text/csv' },
    });
  },
  async 'bankBatch/upload'() {
    return (_keys, id) => ({
      body: 'date,reference,amount',
      query: { bankAccountId: id, fileName: 'statement.csv' },
      headers: { 'Content-Type': 'text/csv' },
    });
  },
};

/** Rows that an action with references is tried on; none where they have none. */
export async function rowsFor(
  { sql }: ReferenceWorld,
  who: Namer,
  path: string,
): Promise<string[] | undefined> {
  const account = { all: 'operator', branch: 'priya', abroad: 'abroad' }[who];
  const find = async (text: string) =>
    (await sql<{ id: string }>(text, [account])).map(({ id }) => id).slice(0, 1);
  const found =
    path === 'sysOrg/arrange'
      ? await find('select org_id::text as id from sys_user where account = $1')
      : await find(
          `update bank_batch b set status = 4 from sys_user u where u.account = $1 and u.tenant_id = b.tenant_id returning b.id::text`,
        );
  return found.length > 0 ? found : undefined;
}
