import { localText } from '../../../contract/localised.ts';
import { isId } from '../../../contract/id.ts';
import type { FamilyPage } from '../../engine/serverHalf.ts';
import { likeText } from '../../engine/sql.ts';
import { orgsBelow } from './orgsBelow.ts';

/** No row has this id. */
const NONE = '0';

/** People as the family's clients list them: of an organisation and those below it, by position, with what their roles are called. */
export const userPage: FamilyPage = {
  async ask({ pool }, caller, { orgId, posName, ...body }) {
    const filter: Record<string, unknown> = { ...body };
    // Of their organisation tree -1 and 0 are the top: everybody.
    const org = typeof orgId === 'number' || typeof orgId === 'string' ? String(orgId) : '';
    if (isId(org)) filter.orgId = [NONE, ...(await orgsBelow(pool, caller, org))];
    else if (Array.isArray(orgId)) filter.orgId = orgId;
    if (typeof posName === 'string' && posName.trim() !== '') {
      const { rows } = await pool.query<{ id: string }>('select id::text from sys_pos where name ilike $1', [
        `%${likeText(posName.trim())}%`,
      ]);
      // An empty list would be no filter.
      filter.posId = rows.length > 0 ? rows.map(({ id }) => id) : [NONE];
    }
    return filter;
  },
  async more({ pool }, caller, ids) {
    const { rows } = await pool.query<{ id: string; avatar: string | null; roles: string[] }>(
      `select u.id::text, u.avatar, array_remove(array_agg(r.name order by r.order_no, r.id), null) as roles
         from sys_user u left join sys_user_role ur on ur.user_id = u.id left join sys_role r on r.id = ur.role_id
        where u.id = any($1::bigint[]) group by u.id`,
      [ids],
    );
    return new Map(
      rows.map(({ id, avatar, roles }) => {
        const roleNames = roles.map((name) => localText(name, caller.locale));
        return [id, { avatar, roleNames, roleName: roleNames.join(', ') }];
      }),
    );
  },
};
