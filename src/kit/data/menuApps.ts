import { atom } from 'jotai';
import { MENU_APP } from '../../../contract/menuApp.ts';
import { type MenuApp, menuAtom } from './menu.ts';
import { setUserSetting, settingAtom } from './userSetting.ts';

/** The applications of which the person has something in the menu, in their order. */
export const menuAppsAtom = atom((get): readonly MenuApp[] => {
  const all = new Map(
    get(menuAtom).flatMap(({ app, hidden }) => (app && !hidden ? [[app.id, app] as const] : [])),
  );
  return [...all.values()].sort((a, b) => a.orderNo - b.orderNo);
});

const chosenAtom = settingAtom(MENU_APP);

/** The application whose part of the menu is shown: the chosen one, else the default, else the first. */
export const menuAppAtom = atom((get): MenuApp | undefined => {
  const apps = get(menuAppsAtom);
  const chosen = get(chosenAtom);
  return apps.find(({ id }) => id === chosen) ?? apps.find(({ isDefault }) => isDefault) ?? apps[0];
});

/** What the menu shows of all that the person has: entries of the application, and those that each has. */
export const shownMenuAtom = atom((get) => {
  const shown = get(menuAppAtom);
  return get(menuAtom).filter(({ app }) => !app || app.id === shown?.id);
});

/** Kept for the person on every device. */
export const chooseMenuApp = (id: string): void => setUserSetting(MENU_APP, id);
