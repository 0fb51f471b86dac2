// @vitest-environment happy-dom
import { beforeEach, expect, it, vi } from 'vitest';
import { sysApp } from '../../../contract/resources/platform/sysApp.ts';
import { userOtp } from '../../../contract/resources/merchants/userOtp.ts';
import { withdrawal } from '../../../contract/resources/finance/withdrawal.ts';
import type { Action, Resource } from '../../../contract/resource.ts';
import { GridModel } from '../grid/model.ts';
import { openSheet } from './openSheet.ts';

const asked = vi.hoisted(() => vi.fn());
vi.mock('./run.ts', async (load) => ({ ...(await load<object>()), runAction: asked }));

const dispatch = vi.fn();
const open = (action: string) =>
  openSheet({
    model: new GridModel(sysApp, { filters: {}, selected: ['1'] }),
    get: (name) => sysApp.actions[name as 'enable' | 'disable'] as Action,
    dispatch,
  })(action, { ids: ['1'] }, 1);

beforeEach(() => vi.clearAllMocks());

it('asks a command of the family what it comes to only where its dry run says that', async () => {
  const loss = { done: ['1'], refused: [], preview: [{ id: '1', before: {}, after: { people: 3 } }] };
  asked.mockResolvedValue(loss);
  await open('disable');
  expect(asked).toHaveBeenCalledWith('sysApp', 'disable', { ids: ['1'], dryRun: true });
  expect(dispatch).toHaveBeenLastCalledWith(expect.objectContaining({ type: 'previewed', preview: loss }));
  asked.mockClear();
  await open('enable');
  expect(asked).not.toHaveBeenCalled();
});

it.each([
  ['can be sent once it is filled in', userOtp, 'add', true],
  ['waits for the figures of what is typed', withdrawal, 'apply', false],
] as const)('a command that makes a row %s', async (_, resource: Resource, action, isReady) => {
  const get = (name: string) => resource.actions[name]!;
  await openSheet({ model: new GridModel(resource, { filters: {} }), get, dispatch })(action, {}, 0);
  expect(asked).not.toHaveBeenCalled();
  expect(dispatch.mock.calls.map(([{ type }]) => type)).toEqual(
    isReady ? ['opened', 'previewed'] : ['opened'],
  );
});
