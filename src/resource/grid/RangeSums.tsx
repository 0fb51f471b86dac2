import { useRef } from 'react';
import { Popover, formatCount, formatMoney, formatPrice, formatRate, useT } from '../../kit/index.ts';
import { useOverflow } from '../ui/useOverflow.ts';
import type { FigureGroup } from './rangeFigures.ts';
import type { ChosenFigures } from './useRangeFigures.ts';

const FIGURES = ['sum', 'average', 'least', 'most'] as const;

function textOf({ kind, currency }: FigureGroup, value: string): string {
  if (kind === 'rate') return formatRate(value);
  if (kind === 'int') return value.replace(/^-?\d+/, (whole) => formatCount(Number(whole)));
  return currency ? formatMoney(value, currency) : formatPrice(value);
}

/** What one currency's amounts, the counts or the rates of the range come to. */
function Group({ group }: { group: FigureGroup }) {
  const t = useT('grid');
  // A sum of rates is no rate.
  const figures = FIGURES.filter((name) => name !== 'sum' || group.kind !== 'rate');
  return (
    <span>
      {group.currency && <span>{group.currency} </span>}
      {figures.map((name, at) => (
        <span key={name} className={at === 0 ? '' : 'grid-sum-more'}>
          <span className="pd-muted">{t(`cells.${name}`)} </span>
          <b>{textOf(group, group[name])}</b>{' '}
        </span>
      ))}
    </span>
  );
}

/** What the chosen cells come to, currency by currency, in the place of the list's own sums. */
export function RangeSums({ cells, figures, isTooLong }: ChosenFigures) {
  const t = useT('grid');
  const box = useRef<HTMLSpanElement>(null);
  const groups = figures?.groups ?? [];
  const shown = useOverflow(box);
  return (
    <span className="grid-sums" role="status" aria-busy={!figures && !isTooLong}>
      <span>
        {t('cells.chosen', { count: cells, shown: formatCount(cells) })}
        {figures && figures.count < cells && (
          <span className="pd-muted"> · {t('cells.filled', { count: formatCount(figures.count) })}</span>
        )}
      </span>
      {isTooLong && <span className="pd-muted">{t('cells.tooLong')}</span>}
      <span className="grid-currencies" ref={box}>
        {groups.map((group) => (
          <Group key={`${group.kind} ${group.currency}`} group={group} />
        ))}
      </span>
      {groups.length > shown && (
        <Popover className="link-button" face={`+${groups.length - shown}`} title={t('allSums')}>
          {() =>
            groups.map((group) => (
              <div key={`${group.kind} ${group.currency}`} className="pop-choice pd-number">
                <Group group={group} />
              </div>
            ))
          }
        </Popover>
      )}
    </span>
  );
}
