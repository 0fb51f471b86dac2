import { getDefaultStore } from 'jotai';
import { beforeEach, expect, it } from 'vitest';
import { MENU_APP } from '../../../contract/menuApp.ts';
import { setMenu } from './menu.ts';
import { chooseMenuApp, menuAppAtom, menuAppsAtom, shownMenuAtom } from './menuApps.ts';
import { getUserSetting } from './userSetting.ts';

const store = getDefaultStore();
const app = (id: string, orderNo: number, isDefault = false) => ({
  id,
  titleKey: `{"en":"App ${id}"}`,
  title: `App ${id}`,
  isDefault,
  orderNo,
});
const directory = (name: string, of?: object) => ({
  name,
  path: `/${name}`,
  type: 1,
  ...(of && { app: of }),
  children: [{ name: `${name}View`, path: `/${name}/view`, type: 2 }],
});
const shown = () => store.get(shownMenuAtom).map(({ name }) => name);

beforeEach(() => {
  chooseMenuApp('');
  setMenu(
    [
      directory('home'),
      directory('orders', app('2', 20, true)),
      directory('system', app('1', 10)),
      directory('bank', app('2', 20, true)),
    ],
    [],
  );
});

it('shows the default, with what every application has, until another is chosen', () => {
  expect(store.get(menuAppsAtom).map(({ id }) => id)).toEqual(['1', '2']);
  expect(shown()).toEqual(['home', 'orders', 'bank']);
  chooseMenuApp('1');
  expect(getUserSetting(MENU_APP)).toBe('1');
  expect(shown()).toEqual(['home', 'system']);
});

it('goes back to one that the person has, as soon as they have the chosen one no more', () => {
  chooseMenuApp('1');
  setMenu([directory('home'), directory('orders', app('2', 20))], []);
  expect(store.get(menuAppAtom)?.id).toBe('2');
  expect(shown()).toEqual(['home', 'orders']);
});

it('shows all where no entry is of an application, as other servers of the contract answer', () => {
  setMenu([directory('home'), directory('orders')], []);
  expect(store.get(menuAppAtom)).toBeUndefined();
  expect(shown()).toEqual(['home', 'orders']);
});
