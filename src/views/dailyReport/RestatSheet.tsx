import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CountCheck } from '../../../contract/calls.ts';
import { call, recountJobs, toast, useT } from '../../kit/index.ts';
import { faultsOf, message } from '../../resource/actions/pending.ts';
import { useCountCheck } from '../../resource/actions/useCountCheck.tsx';
import { DateBox } from '../../kit/inputs/dates/DateBox.tsx';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { useReportDay, useZoneNote } from '../../resource/reports/useReportDay.ts';

const ENDS = ['fromDate', 'toDate'] as const;
type End = (typeof ENDS)[number];

/** What the server says of a run: that its count is to be typed, or that it is held. */
interface Asked {
  countCheck?: CountCheck;
  jobId?: string;
}

interface DayProps {
  end: End;
  value: string;
  today: string;
  fault: string | undefined;
  onChange: (day: string) => void;
  onUnreadable: () => void;
}

/** One end of the range. */
function Day({ end, value, today, fault, onChange, onUnreadable }: DayProps) {
  const t = useT('reports');
  const id = useId();
  const label = t(end === 'fromDate' ? 'restat.from' : 'restat.to');
  return (
    <div className="sheet-field">
      <label htmlFor={id}>{label}</label>
      <DateBox
        id={id}
        label={label}
        value={value}
        time={false}
        today={today}
        onChange={(day = '') => onChange(day)}
        onUnreadable={onUnreadable}
      />
      {fault && (
        <span className="pd-down" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

type Range = Readonly<Record<End, string>>;

const isWhole = (range: Range): boolean => ENDS.every((end) => range[end] !== '');

/** What the server answers to a dry run of the range. */
const useCheck = (range: Range) =>
  useQuery({
    queryKey: ['dailyReport', 'restat', range],
    queryFn: ({ signal }) =>
      call<Asked>('dailyReport/restat', { ...range, dryRun: true }, { customCatch: true, signal }),
    enabled: isWhole(range),
    // A range that is none is refused when it is run; its count is asked again at every opening.
    retry: false,
    gcTime: 0,
  });

/** Asks for a re-statistics of a range of days, at first of the report zone's own today. */
export function RestatSheet({ close }: { close: () => void }) {
  const t = useT('reports');
  const today = useReportDay()?.today ?? '';
  const note = useZoneNote();
  const [typed, setTyped] = useState<Partial<Record<End, string>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>();
  const range = { fromDate: typed.fromDate ?? today, toDate: typed.toDate ?? today };
  const check = useCheck(range);
  const counted = useCountCheck(check.data?.countCheck);
  const { confirmed } = counted;
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    setFaults(undefined);
    try {
      const body = { ...range, ...(confirmed !== undefined && { confirmed }) };
      const { jobId } = await call<Asked>('dailyReport/restat', body, { customCatch: true });
      if (jobId) void recountJobs();
      else toast.success(t('restat.running'));
      close();
    } catch (error) {
      const wrong = faultsOf(error);
      void check.refetch();
      if (wrong) setFaults(wrong);
      else setProblem(message(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={t('restat.title')}
      verb={t('restat.run')}
      ready={isWhole(range) && !check.isPending}
      unmet={!counted.ready}
      refuse={counted.refuse}
      last={counted.field ? [counted.field] : []}
      busy={busy}
      commit={() => void run()}
      close={close}
    >
      {ENDS.map((end) => (
        <Day
          key={end}
          end={end}
          value={range[end]}
          today={today}
          fault={faults?.[end]?.[0]}
          onChange={(day) => {
            setTyped({ ...typed, [end]: day });
            setFaults(undefined);
          }}
          onUnreadable={() => setTyped({ ...typed, [end]: '' })}
        />
      ))}
      <p className="pd-muted">{t('restat.hint')}</p>
      {note && <p className="pd-muted">{note}</p>}
      {problem && (
        <p className="pd-down" role="alert">
          {problem}
        </p>
      )}
    </Sheet>
  );
}
