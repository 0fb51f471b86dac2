import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import { muteRule } from '../../kit/data/muteRule.ts';
import { caller } from '../../kit/data/session.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { plainText } from '../../kit/plainText.ts';
import { storage } from '../../kit/storage.ts';
import { toast } from '../../kit/ui/toast.ts';
import { openView } from '../../kit/view.ts';

interface AlertingNotice {
  id: string;
  title: string;
  content: string;
  readStatus: number;
  alert?: NoticeAlert | null;
}

const KEY = 'alertsShown';
const KEPT = 100;
/** Long enough to be read and answered from another panel. */
const SHOWN_S = 20;

const shownBefore = (): string[] =>
  storage.session.get(KEY, (raw) => (Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : []));

function show({ id, title, content, alert }: AlertingNotice & { alert: NoticeAlert }): void {
  toast.warning(title, {
    key: `alert:${id}`,
    duration: SHOWN_S,
    description: plainText(content),
    action: { label: translate('app:alerts.open'), run: () => void openView(alert.view, alert.args) },
    ...(caller().can('alertRule:muteHour') && {
      second: { label: translate('app:alerts.muteHour'), run: () => void muteRule(alert.ruleId, 'muteHour') },
    }),
  });
}

/**
 * Shows each alert that fires, and that this person has not read, once in this window.
 * @param isKnown they count as shown
 */
export function showAlerts(notices: readonly AlertingNotice[], isKnown: boolean): void {
  const before = new Set(shownBefore());
  const fresh = notices.filter(
    ({ id, readStatus, alert }) => alert?.isFiring && !alert.isMuted && readStatus !== 1 && !before.has(id),
  );
  if (fresh.length === 0) return;
  storage.session.set(KEY, [...before, ...fresh.map(({ id }) => id)].slice(-KEPT));
  if (isKnown) return;
  for (const notice of fresh) if (notice.alert) show({ ...notice, alert: notice.alert });
}
