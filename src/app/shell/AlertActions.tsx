import type { NoticeAlert } from '../../../contract/alertDrill.ts';
import { type Silence, muteRule } from '../../kit/data/muteRule.ts';
import { useCaller } from '../../kit/data/session.ts';
import { useT } from '../../kit/i18n/i18n.ts';
import { openIncident } from '../../kit/openIncident.ts';
import { openView } from '../../kit/view.ts';

const SILENCES: readonly Silence[] = ['muteHour', 'muteUntilTomorrow', 'turnOff'];

/** What can be done about an alert under the bell: the way to its rows, and to silence it. */
export function AlertActions({ alert, close }: { alert: NoticeAlert; close: () => void }) {
  const t = useT('app');
  const { can } = useCaller();
  const open = () => {
    close();
    void openView(alert.view, alert.args);
  };
  const investigate = () => {
    close();
    void openIncident(alert.incidentId);
  };
  return (
    <div className="notices-alert">
      <button type="button" className="pd-button" onClick={open}>
        {t('alerts.open')}
      </button>
      {can('alertIncident:page') && (
        <button type="button" className="pd-button" onClick={investigate}>
          {t('alerts.incident')}
        </button>
      )}
      {!alert.isMuted &&
        SILENCES.filter((how) => can(`alertRule:${how}`)).map((how) => (
          <button
            key={how}
            type="button"
            className="pd-button"
            onClick={() => void muteRule(alert.ruleId, how)}
          >
            {t(`alerts.${how}`)}
          </button>
        ))}
      {alert.isMuted && <span className="pd-muted">{t('alerts.muted')}</span>}
    </div>
  );
}
