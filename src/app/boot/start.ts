import { getDefaultStore } from 'jotai';
import { call, lockedAtom } from '../../kit/data/call.ts';
import { setConsts } from '../../kit/data/consts.ts';
import { setDicts } from '../../kit/data/dict.ts';
import { events } from '../../kit/data/events.ts';
import { setMenu } from '../../kit/data/menu.ts';
import { parseProfile, profileAtom } from '../../kit/data/session.ts';
import { drafts } from '../../kit/drafts.ts';
import { loadUserSettings, resendUserSettings } from '../../kit/data/userSetting.ts';
import { loadAllTexts } from '../../kit/i18n/i18n.ts';
import { localeAtom } from '../../kit/i18n/locale.ts';
import { readSystemInfo } from '../systemInfo.ts';
import { adoptPreferences } from './preferencesSync.ts';

/** Everything a session needs before its first panel, asked for at once. */
export async function startSession(): Promise<'ready' | 'locked' | 'password'> {
  const store = getDefaultStore();
  const quiet = { customCatch: true };
  const parts = await Promise.allSettled([
    call('sysAuth/userInfo', undefined, quiet),
    call('sysConst/list', undefined, quiet),
    call('sysDictType/allDictList', undefined, quiet),
    call('sysMenu/loginMenuTree', undefined, quiet),
    loadUserSettings(),
    loadAllTexts(),
  ] as const);
  const [info, consts, dicts, tree] = parts;
  const profile = info.status === 'fulfilled' ? parseProfile(info.value) : undefined;
  if (profile) drafts.keepOf(profile.id);
  if (profile?.locked || store.get(lockedAtom)) {
    // A locked session still says whose it is, and nothing more.
    if (profile) store.set(profileAtom, profile);
    store.set(lockedAtom, true);
    return 'locked';
  }
  // Constants, dictionaries and settings have defaults in the client; a person and a menu have none.
  if (!profile) throw (info as PromiseRejectedResult).reason;
  if (tree.status === 'rejected') throw tree.reason;
  if (consts.status === 'fulfilled') setConsts(consts.value);
  if (dicts.status === 'fulfilled') setDicts(dicts.value);
  setMenu(tree.value, profile.roleIds);
  store.set(profileAtom, profile);
  resendUserSettings();
  await adoptPreferences();
  // The server answers nothing else before the password is the person's own.
  return profile.mustChangePassword ? 'password' : 'ready';
}

/** What the server says of the person and the dictionaries in the language that was chosen. */
async function readAgain(): Promise<void> {
  const quiet = { customCatch: true };
  const [info, consts, dicts] = await Promise.all([
    call('sysAuth/userInfo', undefined, quiet),
    call('sysConst/list', undefined, quiet),
    call('sysDictType/allDictList', undefined, quiet),
  ]);
  setConsts(consts);
  setDicts(dicts);
  getDefaultStore().set(profileAtom, parseProfile(info));
}

/** Everybody hears of a change at once; their questions come one after the other. */
const SPREAD_MS = 400;

/** Reads again what everybody has on screen as somebody changes one of these resources, until undone. */
function follow(resources: readonly string[], readIt: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const soon = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      void readIt().catch(() => undefined);
    }, Math.random() * SPREAD_MS);
  };
  const undos = resources.map((resource) => events.subscribe(resource, soon));
  undos.push(events.onResync(soon));
  return () => {
    clearTimeout(timer);
    for (const undo of undos) undo();
  };
}

export const followDicts = (): (() => void) =>
  follow(['sysDictType', 'sysDictData'], async () =>
    setDicts(await call('sysDictType/allDictList', undefined, { customCatch: true })),
  );

/** Title, logo and watermark are settings. */
export const followInfo = (): (() => void) => follow(['sysConfig'], () => readSystemInfo());

/** What a person sees and may do follows from the menu and from their roles. */
export const followMenu = (): (() => void) =>
  follow(['sysMenu', 'sysApp', 'sysRole'], async () => {
    const quiet = { customCatch: true };
    const [info, tree] = await Promise.all([
      call('sysAuth/userInfo', undefined, quiet),
      call('sysMenu/loginMenuTree', undefined, quiet),
    ]);
    const profile = parseProfile(info);
    if (!profile || profile.locked) return;
    setMenu(tree, profile.roleIds);
    getDefaultStore().set(profileAtom, profile);
  });

/** Follows the language until undone; the rows on screen are read again by those who show them. */
export const followLocale = (): (() => void) =>
  getDefaultStore().sub(localeAtom, () => void readAgain().catch(() => undefined));
