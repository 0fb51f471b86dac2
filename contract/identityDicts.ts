import { items } from './dictItem.ts';

/** Dictionaries of tenants, directories and accounts of other services; the numbers are those of the contract's family. */
export const IDENTITY_DICTS = {
  tenantTypeEnum: items(['byId', 0, 'ID 隔离', 'success'], ['ownDatabase', 1, '库隔离', 'warning']),
  platformTypeEnum: items(
    ['wechatPublic', 1, '微信公众号', 'success'],
    ['wechatMini', 2, '微信小程序', 'success'],
    ['qq', 3, 'QQ', 'primary'],
    ['alipay', 4, '支付宝', 'primary'],
    ['gitee', 5, 'Gitee', 'danger'],
  ),
};
