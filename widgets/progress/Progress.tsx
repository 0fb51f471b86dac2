import './progress.css';
import { useAtomValue } from 'jotai';
import { useMemo } from 'react';
import type { RowsResult } from '../../contract/calls.ts';
import { drillDown, type MeasureAnswer } from '../../contract/measure.ts';
import { measureOf } from '../../contract/measures.ts';
import { measureTarget } from '../../contract/resources/reports/measureTarget.ts';
import { formatMeasure, plainMeasure } from '../../src/kit/figures/measureText.ts';
import { useFigureScope } from '../../src/kit/figures/useFigureScope.ts';
import { useManyMeasures } from '../../src/kit/figures/useMeasures.ts';
import {
  State,
  Unanswered,
  type WidgetProps,
  dictLabel,
  formatInstant,
  preferencesAtom,
  serverNow,
  useCaller,
  useDaysOf,
  useFigures,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import type { settings as manifest } from './index.ts';
import { elapsed, monthOf, requestOf, shareOf, type Target, whereOf } from './targets.ts';

const MOST = 40;
const EVERY_MS = 60_000;
/** So far behind its pace a target is missed unless something changes. */
const BEHIND = 0.1;

interface GoalProps extends Pick<WidgetProps, 'openTab'> {
  target: Target;
  data: MeasureAnswer | undefined;
}

/** One target: how far it is, and where it would be if every day were alike. */
function Goal({ target, data, openTab }: GoalProps) {
  const t = useT('widgets');
  const measure = measureOf(target.measure);
  if (!measure) return null;
  const about = target.merchantName ?? target.upstreamName ?? t('progress.all');
  const actual = data?.total[measure.id];
  const share = data ? shareOf(plainMeasure(actual), target.target) : 0;
  const pace = data ? elapsed(data, serverNow()) : 0;
  const tone =
    share >= 1 ? 'success' : share + BEHIND < pace ? 'danger' : share < pace ? 'warning' : 'success';
  const open = () => {
    const { view, args } = drillDown(measure, { from: data?.from, to: data?.to, where: whereOf(target) });
    openTab(view, args);
  };
  return (
    <li>
      <button type="button" onClick={open} title={t('progress.pace', { percent: (pace * 100).toFixed(0) })}>
        <span className="goal-name">
          {dictLabel('targetMeasure', measure.id)} <span className="pd-muted">{about}</span>
        </span>
        <strong className={`pd-number fig-${tone}`}>{data ? `${(share * 100).toFixed(1)} %` : '–'}</strong>
        <span className="goal-bar" role="presentation">
          <i className={`fig-${tone}`} style={{ width: `${Math.min(share, 1) * 100}%` }} />
          <b style={{ left: `${pace * 100}%` }} />
        </span>
        <span className="goal-figures pd-number pd-muted">
          {formatMeasure(measure, actual, target.currency)} /{' '}
          {formatMeasure(measure, target.target, target.currency)} {target.currency}
        </span>
      </button>
    </li>
  );
}

/** Targets of a month against what has come to be. */
export default function Progress({ settings, openTab, link }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { timeZone } = useAtomValue(preferencesAtom);
  const { reportZone } = useCaller().profile;
  const month = monthOf(formatInstant(serverNow(), 'date', reportZone ?? timeZone), settings.month);
  useDaysOf(reportZone);
  const { where } = useFigureScope({
    fields: measureTarget.fields,
    context: settings.linked ? link.context : null,
  });
  const query = useLive<RowsResult<Target>>(
    'measureTarget/rows',
    { ...where, month, start: 0, end: MOST },
    EVERY_MS,
  );
  const targets = useMemo(() => query.data?.items ?? [], [query.data]);
  const answers = useManyMeasures(
    targets.map((target) => requestOf(target, month)),
    EVERY_MS,
  );
  useWidgetNote(month);
  useFigures(
    useMemo(
      () => ({
        head: ['measure', 'about', 'actual', 'target', 'currency'].map((name) => t(`progress.${name}`)),
        rows: targets.map((target, at) => [
          dictLabel('targetMeasure', target.measure),
          target.merchantName ?? target.upstreamName ?? t('progress.all'),
          plainMeasure(answers[at]?.total[target.measure]),
          target.target,
          target.currency,
        ]),
      }),
      [targets, answers, t],
    ),
  );
  if (!query.data) return <Unanswered query={query} />;
  if (targets.length === 0)
    return (
      <State
        kind="empty"
        text={t('progress.none', { month })}
        hint={
          <button type="button" className="pd-button" onClick={() => openTab('measureTarget')}>
            {t('progress.set')}
          </button>
        }
      />
    );
  return (
    <ul className="goals plain-list">
      {targets.map((target, at) => (
        <Goal key={target.id} target={target} data={answers[at]} openTab={openTab} />
      ))}
    </ul>
  );
}
