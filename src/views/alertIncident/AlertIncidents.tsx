import { type AlertSubject, alertLink } from '../../../contract/alertDrill.ts';
import type { Row } from '../../../contract/calls.ts';
import { type Command, type ViewProps, openView, useCaller, useT } from '../../kit/index.ts';
import { openIncident } from '../../kit/openIncident.ts';
import { muteRule } from '../../kit/data/muteRule.ts';
import { alertColumns } from '../../resource/alerts/columns.ts';
import { ResourceView } from '../../resource/ResourceView.tsx';

const CHIPS = ['status', 'openedAt', 'measure', 'upstreamId'];
const MUTES = ['muteHour', 'muteUntilTomorrow', 'turnOff'] as const;
const KEYS = { muteHour: ['m'], muteUntilTomorrow: ['shift+m'], turnOff: [] } as const;

/** The rows that an incident was about: of its worst window. */
function open(row: Row | undefined): void {
  const link = row && alertLink(row as unknown as AlertSubject, Date.parse(String(row.peakAt)));
  if (link) void openView(link.view, link.args);
}

/** What was raised, the way to what it was about, and to silence. */
export default function AlertIncidents(props: ViewProps) {
  const t = useT('reports');
  const { can } = useCaller();
  const verbs = (current: () => Row | undefined): Omit<Command, 'scope'>[] => {
    const isChosen = () => (current() ? true : t('alertIncident.select.open'));
    const hasRule = () => (current()?.ruleId ? true : t('alertIncident.select.open'));
    return [
      {
        id: 'alertIncident.open',
        label: () => t('alertIncident.open'),
        icon: 'orders',
        keys: ['o'],
        when: isChosen,
        run: () => open(current()),
      },
      {
        id: 'alertIncident.incident',
        label: () => t('alertIncident.layout'),
        icon: 'layout',
        keys: ['i'],
        when: isChosen,
        run: () => {
          const id = current()?.id;
          if (id !== undefined) void openIncident(id);
        },
      },
      ...MUTES.filter((verb) => can(`alertRule:${verb}`)).map((verb) => ({
        id: `alertIncident.${verb}`,
        label: () => t(`alertRule.actions.${verb}`),
        icon: 'pause' as const,
        keys: [...KEYS[verb]],
        when: hasRule,
        run: () => muteRule(String(current()?.ruleId), verb),
      })),
    ];
  };
  return (
    <ResourceView
      {...props}
      resource="alertIncident"
      chips={CHIPS}
      verbs={verbs}
      wide={alertColumns}
      phone={alertColumns}
    />
  );
}
