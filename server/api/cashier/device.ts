const DEVICES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['android', /android/i],
  ['ios', /iphone|ipad|ipod/i],
];

/** What a payer pays on, as far as the browser says: `android`, `ios` or `desktop`. */
export const deviceOf = (userAgent: string): string =>
  DEVICES.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'desktop';
