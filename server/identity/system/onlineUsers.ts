import type { sysOnlineUser } from '../../../contract/resources/system/sysOnlineUser.ts';
import type { ActionHandlers } from '../../engine/action.ts';
import { logDifference } from '../../engine/differences.ts';
import type { ServerHalf } from '../../engine/serverHalf.ts';
import { Refused } from '../../platform/http/refused.ts';
import { sessionState } from '../session/sessionState.ts';
import { checkRank, lockTargets } from './authority.ts';

const commands: ActionHandlers<typeof sysOnlineUser> = {
  /** Nobody ends the session of somebody who may do more, nor the one they ask in: signing out does that. */
  async forceOffline({ deps, tx, caller, dryRun, now, onCommit }, row) {
    if (row.id === caller.sessionId) throw new Refused('selfForbidden');
    const [target] = await lockTargets(tx, caller, [String(row.userId)]);
    if (!target) throw new Refused('notFound');
    await checkRank(tx, caller, target);
    const { userName, ip, browser, userId } = row;
    const before = { userName, ip, browser, userId };
    await logDifference(tx, { resource: 'sysOnlineUser', id: row.id, before }, caller, now);
    if (!dryRun) onCommit(await sessionState(deps.pool).endOne(tx, row.id, 'forced offline', now));
    return {};
  },
};

export const onlineUserHalf: ServerHalf = {
  commands,
  familyPage: {
    ask: async (_deps, _caller, body) => body,
    // The family's clients name a session by its connection.
    more: async (_deps, _caller, ids) => new Map(ids.map((id) => [id, { connectionId: id }])),
  },
};
