// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { menu, parseMenu, setMenu } from './menu.ts';

const leaf = (name: string, path: string, meta: Record<string, unknown> = {}) => ({
  type: 2,
  name,
  path,
  meta,
  children: [],
});
const tree = [
  {
    type: 1,
    name: 'orders',
    path: '/orders',
    meta: { title: '{"en":"Orders","zh-cn":"订单"}', icon: 'orders' },
    children: [
      leaf('collectOrder', '/orders/collect'),
      leaf('orderDetail', 'detail/:id'),
      leaf('secret', '/orders/secret', { roles: ['9'] }),
    ],
  },
  { type: 3, name: 'button', path: '/x', children: [] },
];

test('keeps what a role may see, leaves buttons out and completes relative paths', () => {
  const [orders] = parseMenu(tree, ['1']);
  expect(orders?.children.map((child) => [child.name, child.path])).toEqual([
    ['collectOrder', '/orders/collect'],
    ['orderDetail', '/orders/detail/:id'],
  ]);
  expect(parseMenu(tree, ['9'])[0]?.children).toHaveLength(3);
});

test('finds entries by name and by address, with the values of its params', () => {
  setMenu(tree, ['1']);
  expect(menu.byName('collectOrder')?.path).toBe('/orders/collect');
  expect(menu.byPath('/orders/detail/42')).toMatchObject({
    entry: { name: 'orderDetail' },
    params: { id: '42' },
  });
  expect(menu.byPath('/nowhere')).toBeUndefined();
  expect([menu.isDenied('/orders/secret'), menu.isDenied('/nowhere')]).toEqual([true, false]);
});

test('an address from before its view moved opens it, and another client’s component is one of ours', () => {
  setMenu(
    [{ ...leaf('sysUser', '/system/user') }, { ...leaf('Mine', '/x/9'), component: '/system/role/index' }],
    [],
  );
  expect(menu.byPath('/system/sysUser/')?.entry.path).toBe('/system/user');
  expect(menu.byPath('/system/user')?.entry.name).toBe('sysUser');
  expect(menu.byPath('/system/sysOrg')).toBeUndefined();
  expect(menu.byName('sysRole')?.path).toBe('/x/9');
});

test('an entry opens the view of its component where none bears its name', () => {
  setMenu([{ ...leaf('OrderList', '/x/5'), component: '/order/payOrder/index' }], []);
  expect(menu.byName('OrderList')?.view).toBe('payOrder');
  expect(menu.byName('payOrder')?.path).toBe('/x/5');
  const files = ['/order/payOrder/index.vue', 'payOrder', '', undefined, '/order/payOrder'];
  const views = files.map((component) => parseMenu([{ ...leaf('a', '/a'), component }], [])[0]?.view);
  expect(views).toEqual(['payOrder', 'payOrder', '', '', 'payOrder']);
});

test('an icon we do not have, an unsafe link and rubbish are dropped', () => {
  const [entry] = parseMenu(
    [leaf('a', '/a', { icon: 'iconfont-x', isLink: 'javascript:alert(1)' }), null, 4],
    [],
  );
  expect([entry?.icon, entry?.link]).toEqual([undefined, undefined]);
});
