import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import type { NoticeLink } from '../../../contract/noticeLink.ts';
import { muteRule } from '../../kit/data/muteRule.ts';
import { caller } from '../../kit/data/session.ts';
import { translate } from '../../kit/i18n/i18n.ts';
import { plainText } from '../../kit/plainText.ts';
import { storage } from '../../kit/storage.ts';
import { toast } from '../../kit/ui/toast.ts';
import { openIncident } from '../../kit/openIncident.ts';
import { openView } from '../../kit/view.ts';
import { readNotice } from './readNotice.ts';

interface Notice {
  id: string;
  title: string;
  content: string;
  readStatus: number;
  alert?: NoticeAlert | null;
  link?: NoticeLink | null;
}

const KEY = 'alertsShown';
const KEPT = 100;
/** Long enough to be read and answered from another panel. */
const SHOWN_S = 20;

const shownBefore = (): string[] =>
  storage.session.get(KEY, (raw) => (Array.isArray(raw) ? raw.filter((id) => typeof id === 'string') : []));

function showAlert({ id, title, content }: Notice, alert: NoticeAlert): void {
  toast.warning(title, {
    key: `alert:${id}`,
    duration: SHOWN_S,
    description: plainText(content),
    action: { label: translate('app:alerts.open'), run: () => void openView(alert.view, alert.args) },
    more: [
      ...(caller().can('alertIncident:page')
        ? [{ label: translate('app:alerts.incident'), run: () => void openIncident(alert.incidentId) }]
        : []),
      ...(caller().can('alertRule:muteHour')
        ? [{ label: translate('app:alerts.muteHour'), run: () => void muteRule(alert.ruleId, 'muteHour') }]
        : []),
    ],
  });
}

/** What is for this person alone, with the way there; whoever goes there has read it. */
function showLinked({ id, title, content }: Notice, link: NoticeLink): void {
  const run = () => {
    void readNotice(id);
    void openView(link.view, link.args);
  };
  const action = { label: translate('app:notices.open'), run };
  toast.info(title, { key: `notice:${id}`, duration: SHOWN_S, description: plainText(content), action });
}

const isWorthShowing = ({ alert, link }: Notice): boolean =>
  alert ? alert.isFiring && !alert.isMuted : Boolean(link);

/**
 * Shows each alert that fires, and each notice that leads somewhere, that this person has not read, once in this window.
 * @param isKnown they count as shown
 */
export function showNotices(notices: readonly Notice[], isKnown: boolean): void {
  const before = new Set(shownBefore());
  const fresh = notices.filter(
    (notice) => notice.readStatus !== 1 && !before.has(notice.id) && isWorthShowing(notice),
  );
  if (fresh.length === 0) return;
  storage.session.set(KEY, [...before, ...fresh.map(({ id }) => id)].slice(-KEPT));
  if (isKnown) return;
  for (const notice of fresh) {
    if (notice.alert) showAlert(notice, notice.alert);
    else if (notice.link) showLinked(notice, notice.link);
  }
}
