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
import { monthDays, proposedEnd, spansOf } from './days.ts';
import { EntryForm, type EntryValues } from './EntryForm.tsx';
import { addEntry, dayOf, type Entry, PATH, removeEntry, setDone, updateEntry } from './entries.ts';
import type { settings as manifest } from './index.ts';
import { Month } from './Month.tsx';

const EVERY_MS = 60_000;
const COMING_MOST = 30;

/** Each on its day. */
async function addSpans(spans: ReturnType<typeof spansOf>, content: string): Promise<boolean> {
  for (const { day, startTime, endTime } of spans)
    if (!(await addEntry({ scheduleTime: day, startTime, endTime, content, status: 0 }))) return false;
  return true;
}

const addAll = (day: string, values: EntryValues): Promise<boolean> =>
  addSpans(spansOf(day, values), values.content);

interface ComingProps {
  entries: readonly Entry[];
  choose: (day: string) => void;
}

/** What is not done of the days after the chosen one. */
function Coming({ entries, choose }: ComingProps) {
  const t = useT('widgets');
  if (entries.length === 0) return null;
  return (
    <section className="sched-coming" aria-label={t('schedule.coming')}>
      <h4 className="pd-muted">{t('schedule.coming')}</h4>
      <ul className="plain-list">
        {entries.map((entry) => (
          <li key={entry.id}>
            <button
              type="button"
              className="line-button"
              title={entry.content}
              onClick={() => choose(dayOf(entry))}
            >
              <span className="pd-number pd-muted">
                {dayOf(entry).slice(5)} {entry.startTime}
              </span>
              <span>{entry.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

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
            const [first, ...more] = spansOf(dayOf(entry), values);
            const { content } = values;
            const kept =
              (await updateEntry({
                ...entry,
                content,
                startTime: first!.startTime,
                endTime: first!.endTime,
              })) && (await addSpans(more, content));
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
        <span className="sched-content" title={entry.content}>
          {entry.content}
        </span>
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
  const coming =
    data?.filter((entry) => dayOf(entry) > day && entry.status === 0).slice(0, COMING_MOST) ?? [];
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
        <div className="sched-left">
          <Month
            day={day}
            today={today}
            counts={counts}
            lunar={settings.lunar && isChinese}
            choose={setDay}
          />
          <Coming entries={coming} choose={setDay} />
        </div>
        <section className="sched-day" aria-label={day}>
          <ul className="plain-list">
            {ofDay.map((entry) => (
              <Line key={entry.id} entry={entry} />
            ))}
          </ul>
          {ofDay.length === 0 && <p className="pd-muted">{t('schedule.none')}</p>}
          <EntryForm
            key={day}
            initial={{ startTime: start, endTime: proposedEnd(start), content: '' }}
            submitText={t('schedule.add')}
            submit={(values) => addAll(day, values)}
          />
        </section>
      </div>
    </div>
  );
}
