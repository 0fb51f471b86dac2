/** Formats instants in a zone as system calls carry them: yyyy-MM-dd HH:mm:ss. */

const REPORT_ZONE = 'Asia/Kolkata';
const formats = new Map<string, Intl.DateTimeFormat>();
const MOST_ZONES = 500;

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const made = new Intl.DateTimeFormat('en-CA', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    if (formats.size < MOST_ZONES) formats.set(zone, made);
    return made;
  } catch {
    return undefined;
  }
}

/** An IANA name that this system knows. */
export const isZone = (name: string): boolean => name.length <= 64 && formatOf(name) !== undefined;

/** The zone of the Time-Zone header when it is an IANA name, else the report zone. */
export function zoneFrom(header: string | undefined, reportZone: string = REPORT_ZONE): string {
  const requested = header?.trim();
  if (requested && isZone(requested)) return requested;
  return formatOf(reportZone) ? reportZone : REPORT_ZONE;
}

/** The last second written in each zone: every answer has the time, and many fall into one second. */
const written = new Map<string, { second: number; text: string }>();

export function timeText(at: Date, zone: string): string {
  const second = Math.floor(at.getTime() / 1000);
  const last = written.get(zone);
  if (last?.second === second) return last.text;
  const parts = Object.fromEntries(
    (formatOf(zone) ?? formatOf(REPORT_ZONE))?.formatToParts(at).map((p) => [p.type, p.value]) ?? [],
  );
  const text = `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day} ${parts.hour}:${parts.minute}:${parts.second}`;
  if (written.size < MOST_ZONES || last) written.set(zone, { second, text });
  return text;
}
