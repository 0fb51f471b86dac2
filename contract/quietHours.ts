const MINUTES = 60;

/** Times of day, HH:mm, between which nobody is notified; the end may be on the next day. */
export interface QuietHours {
  from: string;
  to: string;
  /** IANA name. */
  zone: string;
}

const minutesOf = (time: string): number => {
  const [hour = 0, minute = 0] = time.split(':').map(Number);
  return hour * MINUTES + minute;
};

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  formats.set(zone, made);
  return made;
}

/** Is it quiet at this instant: the clock on the wall counts, whatever it was put forward or back by. */
export function isQuiet(quiet: QuietHours | null, at: Date): boolean {
  if (!quiet) return false;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const now = minutesOf(formatOf(quiet.zone).format(at));
  return from <= to ? now >= from && now < to : now >= from || now < to;
}
