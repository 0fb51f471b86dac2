import { useState } from 'react';
import { call, preferences, serverNow, toast, useT } from '../../kit/index.ts';
import { Sheet } from '../../resource/actions/Sheet.tsx';
import { zoneOffset } from '../../resource/grid/instantText.ts';

/** Today on the person's own calendar. */
function today(): string {
  const now = serverNow();
  return new Date(now + zoneOffset(now, preferences().timeZone)).toISOString().slice(0, 10);
}

/** Asks for a re-statistics of a range of days. */
export function RestatSheet({ close }: { close: () => void }) {
  const t = useT('reports');
  const [range, setRange] = useState(() => ({ fromDate: today(), toDate: today() }));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const run = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      await call('dailyReport/restat', range, { customCatch: true });
      toast.success(t('restat.running'));
      close();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet
      title={t('restat.title')}
      verb={t('restat.run')}
      ready={range.fromDate !== '' && range.toDate !== ''}
      busy={busy}
      commit={() => void run()}
      close={close}
    >
      {(['fromDate', 'toDate'] as const).map((end) => (
        <label key={end} className="sheet-field">
          <span>{t(end === 'fromDate' ? 'restat.from' : 'restat.to')}</span>
          <input
            className="pd-input"
            type="date"
            value={range[end]}
            onChange={(event) => setRange({ ...range, [end]: event.target.value })}
          />
        </label>
      ))}
      <p className="pd-muted">{t('restat.hint')}</p>
      {problem && (
        <p className="pd-down" role="alert">
          {problem}
        </p>
      )}
    </Sheet>
  );
}
