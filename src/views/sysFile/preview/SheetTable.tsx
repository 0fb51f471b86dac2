import { useState } from 'react';
import { formatCount, Scrolled, useT } from '../../../kit/index.ts';
import { MOST_COLUMNS, MOST_ROWS } from './limits.ts';
import type { SheetRows } from './readSheets.ts';

/** A, B … Z, AA. */
const letters = (at: number): string =>
  (at < 26 ? '' : letters(Math.floor(at / 26) - 1)) + String.fromCodePoint(65 + (at % 26));

const isFigure = (text: string): boolean => text !== '' && Number.isFinite(Number(text));

function Grid({ rows }: Pick<SheetRows, 'rows'>) {
  const width = Math.max(1, ...rows.map((row) => row.length));
  const places = Array.from({ length: width }, (_, at) => at);
  return (
    <table className="file-sheet">
      <thead>
        <tr>
          <th aria-hidden />
          {places.map((at) => (
            <th key={at} scope="col">
              {letters(at)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, no) => (
          <tr key={no}>
            <th scope="row">{no + 1}</th>
            {places.map((at) => (
              <td key={at} className={isFigure(row[at] ?? '') ? 'pd-number' : undefined}>
                {row[at]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The sheets of a workbook, one at a time. */
export function SheetTable({ sheets }: { sheets: readonly SheetRows[] }) {
  const t = useT('platform');
  const [chosen, setChosen] = useState(0);
  const sheet = sheets[chosen] ?? sheets[0];
  if (!sheet) return <p className="pd-muted">{t('sysFile.noCells')}</p>;
  return (
    <div className="file-sheets">
      {sheets.length > 1 && (
        <div className="file-tabs" role="group" aria-label={t('sysFile.sheets')}>
          {sheets.map(({ name }, at) => (
            <button
              key={at}
              type="button"
              className="pd-button"
              aria-pressed={sheets[at] === sheet}
              onClick={() => setChosen(at)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      {sheet.isCut && (
        <p className="pd-muted">
          {t('sysFile.moreCells', { rows: formatCount(MOST_ROWS), columns: formatCount(MOST_COLUMNS) })}
        </p>
      )}
      <Scrolled className="file-cells" label={sheet.name}>
        {sheet.rows.length > 0 ? (
          <Grid rows={sheet.rows} />
        ) : (
          <p className="pd-muted">{t('sysFile.noCells')}</p>
        )}
      </Scrolled>
    </div>
  );
}
