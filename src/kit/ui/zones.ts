/** The zones the product offers: one city represents each country. */
export const ZONES = [
  { country: 'China', zone: 'Asia/Shanghai' },
  { country: 'India', zone: 'Asia/Kolkata' },
  { country: 'USA', zone: 'America/New_York' },
  { country: 'Singapore', zone: 'Asia/Singapore' },
  { country: 'Brazil', zone: 'America/Sao_Paulo' },
  { country: 'Indonesia', zone: 'Asia/Jakarta' },
  { country: 'Kenya', zone: 'Africa/Nairobi' },
  { country: 'Japan', zone: 'Asia/Tokyo' },
  { country: 'Thailand', zone: 'Asia/Bangkok' },
  { country: 'Vietnam', zone: 'Asia/Ho_Chi_Minh' },
  { country: 'Pakistan', zone: 'Asia/Karachi' },
  { country: 'Bangladesh', zone: 'Asia/Dhaka' },
] as const;

const OLD_NAMES: Readonly<Record<string, string>> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
};

/** Browsers still report some zones by an older name. */
export const modernZone = (zone: string): string => OLD_NAMES[zone] ?? zone;

export const sameZone = (a: string, b: string): boolean => modernZone(a) === modernZone(b);
