import { useContext, useEffect, useMemo } from 'react';
import type { Fields } from '../../../contract/field.ts';
import { hoursOfPeriod, parsePeriod, type PeriodRequest } from '../../../contract/period.ts';
import { useT } from '../i18n/i18n.ts';
import type { LinkContext } from '../link.ts';
import { BEFORE, BoardContext, type BoardValues, FILTERS, type Variable } from './board.ts';
import { linkedWhere } from './measureText.ts';
import { periodText } from './periodText.ts';

interface Asked {
  /** Fields of the list that is counted. */
  fields: Fields;
  /** The widget's own period; absent for what is as of now. */
  period?: PeriodRequest | undefined;
  /** It shows what changed since the period that the dashboard compares with. */
  compares?: boolean;
  /** What the dashboard's colour is on, where the widget follows it. */
  context?: LinkContext | null;
  /** The field of the groups: a link leaves all of them, the dashboard's own filter does not. */
  by?: string;
}

type ComparedPeriod = PeriodRequest & { before?: boolean };

export interface FigureScope {
  period: PeriodRequest;
  /** Hours of the period, 0 of what is as of now. */
  hours: number;
  /** The period that the figures are compared with, where they are. */
  compared: ComparedPeriod | undefined;
  /** What the period is called. */
  span: string;
  /** The dashboard's, where one was chosen for all of its widgets. */
  currency: string | undefined;
  /** Filters of the list, without the currency. */
  where: Readonly<Record<string, readonly string[]>>;
}

type Where = Record<string, readonly string[]>;

/** The dashboard's filters that the list has a field for; a linked row among them narrows further. */
function whereOf(values: BoardValues, fields: Fields, linked: Where): Where {
  const own = FILTERS.flatMap((name) => {
    const ids = values[name] ?? [];
    const isNarrower = linked[name]?.every((id) => ids.includes(id)) === true;
    return name in fields && ids.length > 0 && !isNarrower ? [[name, ids] as const] : [];
  });
  return { ...linked, ...Object.fromEntries(own) };
}

function comparedOf({ compare }: BoardValues, period: PeriodRequest): ComparedPeriod | undefined {
  if (compare === BEFORE) return { ...period, before: true };
  return compare === undefined ? undefined : parsePeriod(compare);
}

/** What the figures of a widget are of: the period of the dashboard or its own, and the filters of both. */
export function useFigureScope({
  fields,
  period: own,
  compares = false,
  context = null,
  by,
}: Asked): FigureScope {
  const t = useT('widgets');
  const { values, follows } = useContext(BoardContext);
  const period = own && ((values.period && parsePeriod(values.period)) || own);
  const known: readonly Variable[] = [
    ...(own ? (['period'] as const) : []),
    ...(compares ? (['compare'] as const) : []),
    ...(['currency', ...FILTERS] as const).filter((name) => name in fields),
  ];
  const names = known.join(' ');
  useEffect(() => follows(names.split(' ') as Variable[]), [follows, names]);
  const where = useMemo(
    () => whereOf(values, fields, linkedWhere(context, fields, by)),
    [values, fields, context, by],
  );
  return {
    period: period ?? {},
    compared: period && compares ? comparedOf(values, period) : undefined,
    hours: period ? hoursOfPeriod(period) : 0,
    span: period ? periodText(t, period) : '',
    currency: values.currency,
    where,
  };
}
