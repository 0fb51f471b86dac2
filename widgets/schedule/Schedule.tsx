import './schedule.css';
import { useAtomValue } from 'jotai';
import { useMemo, useState } from 'react';
import {
  Icon,
  Unanswered,
  type WidgetProps,
  currentLocale,
  formatInstant,
  preferencesAtom,
  serverNow,
  useFigures,
  useLive,
  useT,
  useWidgetNote,
} from '../../src/kit/index.ts';
import { monthDays, proposedEnd } from './days.ts';
import { EntryForm } from './EntryForm.tsx';
import { addEntry, dayOf, type Entry, PATH, removeEntry, setDone, updateEntry } from './entries.ts';
import type { settings as manifest } from './index.ts';
import { Month } from './Month.tsx';

const EVERY_MS = 60_000;

/** One entry of the day: done by its box, changed while it is not. */
function Line({ entry }: { entry: Entry }) {
  const t = useT('widgets');
  const [editing, setEditing] = useState(false);
  const isDone = entry.status === 1;
  if (editing)
    return (
      <li>
        <EntryForm
          initial={entry}
          submitText={t('schedule.save')}
          cancel={() => setEditing(false)}
          submit={async (values) => {
            const kept = await updateEntry({ ...entry, ...values });
            if (kept) setEditing(false);
            return kept;
          }}
        />
      </li>
    );
  const tool = (name: 'edit' | 'close', text: string, run: () => void) => (
    <button type="button" className="pd-icon-button" aria-label={text} title={text} onClick={run}>
      <Icon name={name} size={12} />
    </button>
  );
  return (
    <li className="sched-line" data-done={isDone || undefined}>
      <label>
        <input
          type="checkbox"
          checked={isDone}
          onChange={({ target }) => void setDone(entry, target.checked)}
        />
        <span className="pd-number pd-muted">
          {entry.startTime}–{entry.endTime}
        </span>
        <span className="sched-content">{entry.content}</span>
      </label>
      {!isDone && tool('edit', t('schedule.edit', { content: entry.content }), () => setEditing(true))}
      {tool('close', t('schedule.remove', { content: entry.content }), () => void removeEntry(entry))}
    </li>
  );
}

const countsOf = (entries: readonly Entry[]) => {
  const counts = new Map<string, { open: number; done: number }>();
  for (const entry of entries) {
    const day = dayOf(entry);
    const { open, done } = counts.get(day) ?? { open: 0, done: 0 };
    counts.set(day, entry.status === 1 ? { open, done: done + 1 } : { open: open + 1, done });
  }
  return counts;
};

/** The full hour that comes next, from which an entry is proposed. */
const nextHour = (now: string): string =>
  `${String(Math.min(Number(now.slice(0, 2)) + 1, 22)).padStart(2, '0')}:00`;

/** A person's own calendar: a month, and the entries of one of its days. */
export default function Schedule({ settings }: WidgetProps<typeof manifest>) {
  const t = useT('widgets');
  const { timeZone } = useAtomValue(preferencesAtom);
  const now = formatInstant(serverNow(), 'dateTime', timeZone);
  const today = now.slice(0, 10);
  const [chosen, setDay] = useState<string>();
  const day = chosen ?? today;
  const shown = monthDays(day);
  const query = useLive<Entry[]>(PATH, { startTime: shown[0], endTime: shown.at(-1) }, EVERY_MS);
  const { data } = query;
  const counts = useMemo(() => countsOf(data ?? []), [data]);
  const ofDay =
    data?.filter((entry) => dayOf(entry) === day && !(settings.hideDone && entry.status === 1)) ?? [];
  const open = counts.get(today)?.open ?? 0;
  useWidgetNote(open > 0 ? t('schedule.note', { count: open }) : '');
  useFigures(
    useMemo(
      () =>
        data && {
          head: ['day', 'start', 'end', 'content'].map((name) => t(`schedule.${name}`)),
          rows: data.map((entry) => [dayOf(entry), entry.startTime, entry.endTime, entry.content]),
        },
      [data, t],
    ),
  );
  if (!data) return <Unanswered query={query} />;
  const start = day === today ? nextHour(now.slice(11)) : '09:00';
  const isChinese = currentLocale() !== 'en';
  return (
    <div className="sched-box">
      <div className="sched">
        <Month day={day} today={today} counts={counts} lunar={settings.lunar && isChinese} choose={setDay} />
        <section className="sched-day" aria-label={day}>
          <ul>
            {ofDay.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ul>
          {ofDay.length === 0 && <p className="pd-muted">{t('schedule.none')}</p>}
          <EntryForm
            key={day}
            initial={{ startTime: start, endTime: proposedEnd(start), content: '' }}
            submitText={t('schedule.add')}
            submit={(values) => addEntry({ ...values, scheduleTime: day, status: 0 })}
          />
        </section>
      </div>
    </div>
  );
}
