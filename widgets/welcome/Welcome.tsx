import './welcome.css';
import { useAtomValue } from 'jotai';
import { drillDown } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { useMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  Icon,
  type WidgetProps,
  commands,
  currentLocale,
  formatCount,
  langTag,
  preferencesAtom,
  serverNow,
  timeIn,
  useCaller,
  useT,
  useUserSetting,
} from '../../src/kit/index.ts';
import { greetingAt, type Task, tasksOf } from './tasks.ts';
import type { settings as manifest } from './index.ts';

/** Whoever has taken the tour, or wants none, is not asked again. */
const isSeen = (raw: unknown): boolean => raw !== undefined;

interface WaitingProps extends Pick<WidgetProps, 'openTab'> {
  task: Task;
  hideDone: boolean;
}

/** How much of one thing waits, and the way there. */
function Waiting({ task, hideDone, openTab }: WaitingProps) {
  const t = useT('widgets');
  const measure = measureOf(task.measure)!;
  const where = task.where ?? {};
  const query = useMeasures({ measures: [measure.id], where });
  const count = query.data?.total[measure.id];
  if (hideDone && count === 0) return null;
  const open = () => {
    const { view, args } = drillDown(measure, { where });
    openTab(view, args);
  };
  return (
    <li>
      <button
        type="button"
        className="line-button"
        data-waits={Number(count) > 0 || undefined}
        onClick={open}
      >
        <strong className="pd-number">{count === undefined ? '–' : formatCount(Number(count))}</strong>
        <span>{t(`welcome.tasks.${task.id}`)}</span>
      </button>
    </li>
  );
}

/** Who is here, what day it is, and what waits for them. */
export default function Welcome({ settings, openTab }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { profile, can } = useCaller();
  const { timeZone } = useAtomValue(preferencesAtom);
  const now = serverNow();
  const greeting = greetingAt(Number(timeIn(now, timeZone).slice(0, 2)));
  const day = new Intl.DateTimeFormat(langTag(currentLocale()), { dateStyle: 'full', timeZone }).format(now);
  const tasks = tasksOf(profile).filter(({ needs }) => can(needs));
  const [seen, setSeen] = useUserSetting('tour', isSeen);
  const place = profile.merchantName ?? [profile.orgName, profile.posName].filter(Boolean).join(' · ');
  return (
    <div className="welcome">
      <p>
        <strong>{t(`welcome.${greeting}`, { name: profile.realName })}</strong>
        <span className="pd-muted">{[day, place].filter(Boolean).join(' · ')}</span>
      </p>
      {!seen && (
        <p className="welcome-tour">
          <button type="button" className="line-button" onClick={() => void commands.execute('app.tour')}>
            <Icon name="help" size={14} />
            {t('welcome.tour')}
          </button>
          <button type="button" className="line-button pd-muted" onClick={() => setSeen(true)}>
            {t('welcome.noTour')}
          </button>
        </p>
      )}
      {tasks.length > 0 && (
        <ul className="plain-list" aria-label={t('welcome.waiting')}>
          {tasks.map((task) => (
            <Waiting key={task.id} task={task} hideDone={settings.hideDone} openTab={openTab} />
          ))}
        </ul>
      )}
    </div>
  );
}
