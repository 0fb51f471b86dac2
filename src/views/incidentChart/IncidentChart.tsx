import './incidentChart.css';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { IncidentFigures } from '../../../contract/incidentFigures.ts';
import type { Row } from '../../../contract/calls.ts';
import {
  Chart,
  State,
  Unanswered,
  type ViewProps,
  call,
  formatInstant,
  localised,
  useT,
  useTheme,
  watchSize,
} from '../../kit/index.ts';
import { alertMost, alertShort, alertValue } from '../../kit/alertValue.ts';
import { scaleOf, trialOption } from '../../resource/alerts/trialOption.ts';

const EVERY_MS = 60_000;

type Incident = Row & { figures: IncidentFigures };

/** While it fires its figures move on; what has ended is asked for once. */
function useIncident(id: string, visible: boolean) {
  return useQuery({
    queryKey: ['live', 'alertIncident/detail', id],
    enabled: visible && id !== '',
    queryFn: ({ signal }) =>
      call<Incident>('alertIncident/detail', undefined, { query: { id }, customCatch: true, signal }),
    refetchInterval: ({ state }) => (state.data?.resolvedAt == null ? EVERY_MS : false),
    retry: false,
  });
}

function useHeight() {
  const box = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    return watchSize(box.current, ({ contentRect }) => setHeight(Math.floor(contentRect.height)));
  }, []);
  return { box, height };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function Drawn({ incident, height }: { incident: Incident; height: number }) {
  const t = useT('reports');
  const { tokens } = useTheme();
  const [measure, currency] = [textOf(incident.measure), textOf(incident.currency)];
  const threshold = Number(incident.threshold);
  const { points } = incident.figures;
  const values = points.flatMap(({ value }) => value ?? []);
  const openedAt = Date.parse(textOf(incident.openedAt));
  const resolvedAt = incident.resolvedAt == null ? null : Date.parse(textOf(incident.resolvedAt));
  const [least, most] = values.length > 0 ? [Math.min(...values), Math.max(...values)] : [null, null];
  if (points.length === 0) return <State kind="empty" text={t('alertIncident.noFigures')} />;
  return (
    <Chart
      option={trialOption({
        trial: {
          places: points,
          incidents: [{ openedAt, resolvedAt, peak: Number(incident.peak), peakAt: openedAt }],
          to: points.at(-1)!.at,
        },
        threshold,
        scale: scaleOf({ least, most }, threshold, alertMost(measure)),
        tokens,
        names: {
          value: t('alertRule.trial.value'),
          threshold: t('alertRule.fields.threshold'),
          incident: t('alertRule.trial.incident'),
        },
        figure: (value) => alertValue(measure, value, currency),
        short: alertShort(measure),
        placeOf: (at) => formatInstant(at, 'time').slice(0, 5),
      })}
      label={t('alertIncident.chart', { name: localised(textOf(incident.name)) })}
      height={height}
    />
  );
}

/** The measure around one incident, with its threshold. */
export default function IncidentChart({ args, visible, setTitle }: ViewProps) {
  const t = useT('reports');
  const id = textOf(args.incident);
  const query = useIncident(id, visible);
  const { data } = query;
  const { box, height } = useHeight();
  const name = data && localised(textOf(data.name));
  useEffect(() => {
    if (name) setTitle?.(name);
  }, [name, setTitle]);
  const [measure, currency] = [textOf(data?.measure), textOf(data?.currency)];
  const figure = (value: unknown) => alertValue(measure, String(value), currency);
  return (
    <div className="incident">
      {data && (
        <p className="incident-facts pd-number">
          <strong>{figure(data.peak)}</strong>
          <span className="pd-muted">
            {t(`alertIncident.against.${textOf(data.comparison)}`, { threshold: figure(data.threshold) })}
          </span>
          <span className="pd-muted">
            {formatInstant(textOf(data.openedAt), 'brief')} –{' '}
            {data.resolvedAt == null
              ? t('alertRule.trial.now')
              : formatInstant(textOf(data.resolvedAt), 'brief')}
          </span>
        </p>
      )}
      <div ref={box} className="incident-chart">
        {data ? height > 0 && <Drawn incident={data} height={height} /> : <Unanswered query={query} />}
      </div>
    </div>
  );
}
