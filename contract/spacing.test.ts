import { expect, it } from 'vitest';
import { joinTexts } from './spacing.ts';

it.each([
  [['编辑', 'H2611'], '编辑 H2611'],
  [['编辑', '商户'], '编辑商户'],
  [['金额', ' 不一致'], '金额不一致'],
  [['UTR', '应为 ', '12', ' 位数字'], 'UTR 应为 12 位数字'],
  [['认领', ' ', '3', ' ', '笔'], '认领 3 笔'],
  [['已由 ', '张三', ' 认领'], '已由张三认领'],
  [['已由 ', 'Ann', ' 认领'], '已由 Ann 认领'],
  [['「', 'A', '」已删除'], '「A」已删除'],
  [['差额', '', '：', '5'], '差额：5'],
  [['Edit ', '商户'], 'Edit 商户'],
  // What people typed is not touched.
  [['编辑', '甲 乙A'], '编辑甲 乙A'],
  [['', ' 甲'], ' 甲'],
])('%j reads %s', (pieces, text) => {
  expect(joinTexts(pieces)).toBe(text);
});
