import type { Measure, MeasureAnswer } from '../../../contract/measure.ts';
import type { FigureColumn } from './FigureTable.tsx';
import { heightOf } from './measureText.ts';
import type { FigureRow } from './measureColumns.tsx';

interface Shares {
  measure: Measure;
  data: MeasureAnswer;
  /** The field of the groups. */
  by: string;
  title: string;
}

/** How much of all each row has; rates and amounts of several currencies are no parts of a sum. */
export function shareColumns({ measure, data, by, title }: Shares): FigureColumn<FigureRow>[] {
  const whole = heightOf(data.total[measure.id]) ?? 0;
  const isSum = measure.kind === 'count' || (measure.kind === 'money' && by !== 'currency');
  if (!isSum || whole <= 0) return [];
  const shareOf = ({ values }: FigureRow) => (heightOf(values[measure.id]) ?? 0) / whole;
  return [
    {
      id: 'share',
      title,
      render: (row) => <span className="pd-muted">{`${(shareOf(row) * 100).toFixed(1)} %`}</span>,
      plain: (row) => String(shareOf(row)),
      from: 300,
    },
    {
      id: 'bar',
      title: '',
      start: true,
      render: (row) =>
        row.key === undefined ? null : (
          <i className="fig-bar" style={{ width: `${Math.max(shareOf(row) * 100, 0.5)}%` }} />
        ),
      from: 440,
    },
  ];
}
