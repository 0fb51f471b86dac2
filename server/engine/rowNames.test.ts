import { expect, it } from 'vitest';
import { channelBinding } from '../../contract/resources/channels/channelBinding.ts';
import { userOtp } from '../../contract/resources/merchants/userOtp.ts';
import { collectOrder } from '../../contract/resources/orders/collectOrder.ts';
import { sysRole } from '../../contract/resources/system/sysRole.ts';
import { rowName } from './rowNames.ts';

it('calls a row what its screens call it', () => {
  const row = {
    id: '7',
    orderNo: 'C1',
    userId: '9',
    userName: 'asha',
    name: '{"en":"Finance","zh-cn":"财务"}',
  };
  expect(rowName(collectOrder, row, 'en')).toBe('C1');
  expect(rowName(userOtp, row, 'en')).toBe('asha');
  expect(rowName(sysRole, row, 'en')).toBe('Finance');
  expect(rowName(sysRole, row, 'zh-tw')).toBe('财务');
});

it('calls one without a name of its own by its parents, and by its id where it has none', () => {
  const parents = { merchantName: 'Lotus', channelName: 'UPI QR', upstreamName: 'HDFC' };
  expect(rowName(channelBinding, { id: '7', ...parents }, 'en')).toBe('Lotus · UPI QR');
  expect(rowName(channelBinding, { id: '7' }, 'en')).toBe('7');
  expect(rowName(collectOrder, { id: '7' }, 'en')).toBe('7');
});
