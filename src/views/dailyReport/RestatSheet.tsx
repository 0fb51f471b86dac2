import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { CountCheck } from '../../../contract/calls.ts';
import { call, recountJobs, toast, useT } from '../../kit/index.ts';
import { faultsOf, message } from '../../resource/actions/pending.ts';
import { useCountCheck } from '../../resource/actions/useCountCheck.tsx';
import { DateBox } from '../../kit/inputs/dates/DateBox.tsx';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { useReportDay, useZoneNote } from '../../resource/reports/useReportDay.ts';

type End = 'fromDate' | 'toDate';

/** What the server says of a run: that its count is to be typed, or that it is held. */
interface Asked {
  countCheck?: CountCheck;
  jobId?: string;
}

/** Asks for a re-statistics of a range of days, at first of the report zone's own today. */
export function RestatSheet({ close }: { close: () => void }) {
  const t = useT('reports');
  const today = useReportDay()?.today ?? '';
  const note = useZoneNote();
  const id = useId();
  const label = (end: End) => t(end === 'fromDate' ? 'restat.from' : 'restat.to');
  const [typed, setTyped] = useState<Partial<Record<End, string>>>({});
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [faults, setFaults] = useState<ReturnType<typeof faultsOf>>();
  const range = { fromDate: typed.fromDate ?? today, toDate: typed.toDate ?? today };
  const ready = range.fromDate !== '' && range.toDate !== '';
  const check = useQuery({
    queryKey: ['dailyReport', 'restat', range],
    queryFn: ({ signal }) =>
      call<Asked>('dailyReport/restat', { ...range, dryRun: true }, { customCatch: true, signal }),
    enabled: ready,
    // A range that is none is refused when it is run; its count is asked anew at every opening.
    retry: false,
    gcTime: 0,
  });
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
      ready={ready && !check.isPending}
      unmet={!counted.ready}
      refuse={counted.refuse}
      last={counted.field ? [counted.field] : []}
      busy={busy}
      commit={() => void run()}
      close={close}
    >
      {(['fromDate', 'toDate'] as const).map((end) => (
        <div key={end} className="sheet-field">
          <label htmlFor={`${id}-${end}`}>{label(end)}</label>
          <DateBox
            id={`${id}-${end}`}
            label={label(end)}
            value={range[end]}
            time={false}
            today={today}
            onChange={(day = '') => {
              setTyped({ ...typed, [end]: day });
              setFaults(undefined);
            }}
            onUnreadable={() => setTyped({ ...typed, [end]: '' })}
          />
          {faults?.[end] && (
            <span className="pd-down" role="alert">
              {faults[end][0]}
            </span>
          )}
        </div>
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
