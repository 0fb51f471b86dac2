import { call } from './call.ts';
import { commandKey } from './commandKey.ts';
import { queryClient } from './query.ts';
import { translate } from '../i18n/i18n.ts';
import { toast } from '../ui/toast.ts';

/** How a rule is silenced: for an hour, until tomorrow, for good. */
export type Silence = 'muteHour' | 'muteUntilTomorrow' | 'turnOff';

/** Silences a rule for all who hear of it; a refusal is a toast. */
export async function muteRule(ruleId: string, how: Silence): Promise<void> {
  await call(`alertRule/${how}`, { ids: [ruleId] }, { idempotencyKey: commandKey() });
  toast.success(translate(`reports:alertRule.done.${how}`));
  await queryClient.invalidateQueries({ queryKey: ['live', 'sysNotice/mine'] });
}
