import { useAtomValue } from 'jotai';
import { useT } from '../../kit/i18n/i18n.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { preferencesAtom, setPreferences } from '../../kit/preferences.ts';
import { dayIn, offsetOf, timeIn } from '../../kit/ui/clock.ts';
import { useNow } from '../useNow.ts';
import { ZONES, sameZone } from '../../kit/ui/zones.ts';

/** The time where the money moves. Choosing a row chooses the zone of every time in the product. */
export function ZoneClocks() {
  const t = useT('app');
  const now = useNow();
  const { timeZone } = useAtomValue(preferencesAtom);
  const locale = useAtomValue(localeAtom);
  return (
    <section className="signin-zones" aria-label={t('signIn.zones')}>
      <ul>
        {ZONES.map(({ country, zone }) => (
          <li key={zone}>
            <button
              type="button"
              aria-pressed={sameZone(zone, timeZone)}
              onClick={() => setPreferences({ timeZone: zone })}
            >
              <span>{t(`zone.${country}`)}</span>
              <span className="pd-muted">{offsetOf(zone)}</span>
              <span className="pd-muted">{dayIn(now, zone, locale)}</span>
              <time className="pd-number">{timeIn(now, zone)}</time>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
