import { type CityResponse, open } from 'maxmind';
import { LOCALES } from '../../contract/locales.ts';
import { StartError } from './db/startError.ts';

export interface Place {
  /** City and country as a JSON map of locale to text. */
  location: string;
  /** Degrees. */
  longitude: number | null;
  latitude: number | null;
}

/** Where an address is, as far as a GeoIP file knows. */
export type Places = (ip: string) => Place | undefined;

/** In which language of the file a city is read; those files have no traditional Chinese. */
const CITY_NAMES = { en: 'en', 'zh-cn': 'zh-CN', 'zh-tw': 'en' } as const;
const countryNames = LOCALES.map(
  (locale) => [locale, new Intl.DisplayNames([locale], { type: 'region' })] as const,
);

/** IPv4 as a socket names it that takes both kinds of address. */
const MAPPED = /^::ffff:(?=\d+\.)/i;
/** ISO 3166 codes of two letters; what else stands there would make the names throw. */
const ISO = /^[A-Z]{2}$/;

function placeOf({
  country,
  registered_country: registered,
  city,
  location,
}: CityResponse): Place | undefined {
  const code = country?.iso_code ?? registered?.iso_code;
  if (code === undefined || !ISO.test(code)) return undefined;
  const texts = countryNames.map(([locale, names]) => {
    const cityName = city?.names[CITY_NAMES[locale]] ?? city?.names.en;
    const parts = [cityName, names.of(code) ?? code].filter(Boolean);
    return [locale, locale === 'en' ? parts.join(', ') : parts.toReversed().join(' ')];
  });
  return {
    location: JSON.stringify(Object.fromEntries(texts)),
    longitude: location?.longitude ?? null,
    latitude: location?.latitude ?? null,
  };
}

/**
 * Opens a MaxMind database of cities or of countries; a newer file in its place is read as it comes.
 * @throws StartError where there is no such file, or another kind of file.
 */
export async function openPlaces(file: string): Promise<Places> {
  try {
    const reader = await open<CityResponse>(file, {
      watchForUpdates: true,
      watchForUpdatesNonPersistent: true,
    });
    return (ip) => {
      const found = reader.get(ip.replace(MAPPED, ''));
      return found ? placeOf(found) : undefined;
    };
  } catch (error) {
    throw new StartError(`GEOIP_FILE ${file} cannot be read as a MaxMind database: ${String(error)}`);
  }
}
