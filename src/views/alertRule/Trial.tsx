import './alertRule.css';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Form } from 'antd';
import { useDeferredValue, useState } from 'react';
import type { Row } from '../../../contract/calls.ts';
import type { AlertTrial } from '../../../contract/alertTrial.ts';
import {
  Chart,
  Choice,
  State,
  call,
  dictLabel,
  formatInstant,
  isCallError,
  useT,
  useTheme,
} from '../../kit/index.ts';
import { alertMost, alertShort, alertValue } from '../../kit/alertValue.ts';
import type { FormExtraProps } from '../../resource/form/FormSheet.tsx';
import type { AlertTerms } from '../../../contract/alertTerms.ts';
import { termsOf } from './terms.ts';
import { alertRule } from '../../../contract/resources/reports/alertRule.ts';
import { cellText } from '../../resource/grid/columns.ts';
import { CHART_EDGES, scaleOf, trialOption } from '../../resource/alerts/trialOption.ts';

const PERIODS = ['7', '30', '90', '366'] as const;
const LISTED = 5;
const HEIGHT = 170;
/** The slider's thumb, in pixels: its middle is at the value. */
const THUMB = 12;

function useTrial(terms: AlertTerms | undefined, days: string) {
  return useQuery({
    queryKey: ['alertTrial', days, terms],
    enabled: terms !== undefined,
    queryFn: ({ signal }) =>
      call<AlertTrial>('alertRule/trial', { ...terms, days: Number(days) }, { customCatch: true, signal }),
    placeholderData: keepPreviousData,
    retry: false,
  });
}

interface ReplayProps {
  trial: AlertTrial;
  terms: AlertTerms;
  summary: string;
  setThreshold: (value: string) => void;
}

/** The chart with the threshold across it, which is dragged at its right edge. */
function Replay({ trial, terms, summary, setThreshold }: ReplayProps) {
  const t = useT('reports');
  const { tokens } = useTheme();
  const threshold = Number(terms.threshold);
  const { tick, ...scale } = scaleOf(trial, threshold, alertMost(terms.measure));
  const figure = (value: number) => alertValue(terms.measure, value, terms.currency);
  const names = {
    value: t('alertRule.trial.value'),
    threshold: t('alertRule.fields.threshold'),
    incident: t('alertRule.trial.incident'),
  };
  return (
    <div className="alert-trial-chart">
      <Chart
        option={trialOption({
          trial,
          threshold,
          scale: { ...scale, tick },
          tokens,
          names,
          figure,
          short: alertShort(terms.measure),
        })}
        label={`${t('alertRule.trial.title')}: ${summary}`}
        height={HEIGHT}
      />
      <input
        type="range"
        className="alert-trial-threshold"
        style={{
          top: CHART_EDGES.top - THUMB / 2,
          height: HEIGHT - CHART_EDGES.top - CHART_EDGES.bottom + THUMB,
        }}
        aria-label={names.threshold}
        aria-valuetext={figure(threshold)}
        {...scale}
        value={threshold}
        onChange={({ target }) => setThreshold(target.value)}
      />
    </div>
  );
}

/** The latest of what would have been raised. */
function Latest({ trial: { incidents }, terms }: Pick<ReplayProps, 'trial' | 'terms'>) {
  const t = useT('reports');
  const latest = incidents.slice(-LISTED).toReversed();
  return (
    <ul className="alert-trial-latest pd-number">
      {latest.map(({ openedAt, resolvedAt, peak }) => (
        <li key={openedAt}>
          <span>
            {formatInstant(openedAt, 'brief')} –{' '}
            {resolvedAt === null ? t('alertRule.trial.now') : formatInstant(resolvedAt, 'brief')}
          </span>
          <span>{alertValue(terms.measure, peak, terms.currency)}</span>
        </li>
      ))}
    </ul>
  );
}

const SCOPES = ['merchantId', 'upstreamId', 'channelId', 'currency'] as const;

/** What a rule that is edited watches: its measure and scope are as they were made. */
function Watched({ row }: { row: Row }) {
  const { fields } = alertRule;
  const parts = SCOPES.filter((name) => row[name]).map((name) => cellText(name, fields[name], row));
  return <p>{[dictLabel('alertMeasure', row.measure), ...parts].join(' · ')}</p>;
}

/** Why the terms cannot be tried, field by field. */
function Untried({ error }: { error: Error }) {
  const t = useT('reports');
  const faults = isCallError(error) ? Object.entries(error.fields ?? {}) : [];
  return (
    <>
      <p className="pd-muted">{t('alertRule.trial.refused')}</p>
      <ul className="alert-trial-faults">
        {faults.map(([field, texts]) => (
          <li key={field}>{`${t(`alertRule.fields.${field}`)}: ${texts.join(' ')}`}</li>
        ))}
      </ul>
    </>
  );
}

/** What the rule in the form would have raised: the server replays it while its threshold is dragged. */
export function Trial({ form, row, change }: FormExtraProps) {
  const t = useT('reports');
  const typed = Form.useWatch((all: Record<string, unknown>) => all, form) ?? {};
  const [days, setDays] = useState<string>('366');
  const terms = termsOf({ ...row, ...typed });
  const { data, isError, error } = useTrial(useDeferredValue(terms), days);
  const summary = data ? t('alertRule.trial.count', { count: data.incidents.length }) : '';
  const options = PERIODS.map((value) => ({
    value,
    text: t('alertRule.trial.days', { count: Number(value) }),
  }));
  return (
    <section className="alert-trial" aria-label={t('alertRule.trial.title')}>
      <header>
        <h3 className="dock-section">{t('alertRule.trial.title')}</h3>
        <output className="pd-number">{terms && summary}</output>
        <Choice label={t('alertRule.trial.period')} value={days} options={options} set={setDays} />
      </header>
      {!terms && <p className="pd-muted">{t('alertRule.trial.incomplete')}</p>}
      {row && <Watched row={row} />}
      {terms && isError && <Untried error={error} />}
      {terms && !isError && !data && <State kind="loading" />}
      {terms && !isError && data && (
        <>
          <Replay
            trial={data}
            terms={terms}
            summary={summary}
            setThreshold={(threshold) => change({ threshold })}
          />
          <Latest trial={data} terms={terms} />
        </>
      )}
    </section>
  );
}
