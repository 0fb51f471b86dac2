import type { BrowserContext, BrowserType, LaunchOptions } from '@playwright/test';

/** The window of a person who set nothing. */
export const LOOKS = {
  viewport: { width: 1600, height: 900 },
  locale: 'en-US',
  timezoneId: 'Asia/Kolkata',
};

/** A browser with a profile on disk: scripts compiled by one test are ready for the next. */
export async function openProfile(
  chromium: BrowserType,
  folder: string,
  options: LaunchOptions & typeof LOOKS & { baseURL: string },
): Promise<BrowserContext> {
  const profile = await chromium.launchPersistentContext(folder, options);
  // What was set for a test's own windows does not reach one that was opened before it.
  profile.setDefaultTimeout(15_000);
  return profile;
}

/** Leaves the profile as somebody new finds it: one empty page, no cookie, nothing stored, the line up. */
export async function forgetPerson(profile: BrowserContext, origin: string): Promise<void> {
  const [first, ...others] = profile.pages();
  await Promise.all(others.map((page) => page.close()));
  await profile.unrouteAll({ behavior: 'ignoreErrors' });
  await profile.setOffline(false);
  const page = first ?? (await profile.newPage());
  const session = await profile.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cookies,local_storage' });
  await session.detach();
}
