import type { MenuEntry } from '../../kit/data/menu.ts';
import type { IconName } from '../../../contract/icons.ts';

/** What an area is about, derived from its name or address when the server's icon is not one of ours. */
const KINDS: readonly [RegExp, IconName][] = [
  [/callback/i, 'notify'],
  [/dashboard|home/i, 'dashboard'],
  [/pay-?order/i, 'payOrders'],
  [/order/i, 'orders'],
  [/usdt/i, 'usdt'],
  [/bank/i, 'bank'],
  [/finance|fund|asset|withdraw|wallet/i, 'finance'],
  [/report/i, 'report'],
  [/channel|passage|rate/i, 'channel'],
  [/upstream/i, 'upstream'],
  [/merchant|business/i, 'merchant'],
  [/message|notice/i, 'message'],
  [/log/i, 'log'],
  [/develop|code/i, 'develop'],
  [/platform|config|dict|menu/i, 'platform'],
  [/help|doc/i, 'help'],
  [/sys|user|role|org/i, 'system'],
];

export function iconOf(entry: MenuEntry): IconName {
  if (entry.icon) return entry.icon;
  return KINDS.find(([pattern]) => pattern.test(entry.name) || pattern.test(entry.path))?.[1] ?? 'layout';
}
