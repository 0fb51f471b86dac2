import type { Resource } from '../../resource.ts';
import { sysApp } from './sysApp.ts';
import { sysConfig } from './sysConfig.ts';
import { sysDictData, sysDictType } from './sysDict.ts';
import { sysFile } from './sysFile.ts';
import { sysPrint } from './sysPrint.ts';
import { sysRegion } from './sysRegion.ts';
import { sysPlugin } from './sysPlugin.ts';
import { pluginPackage } from './pluginPackage.ts';
import { sysWechatPay } from './sysWechatPay.ts';
import { sysMenu } from './sysMenu.ts';
import { sysTenant } from './sysTenant.ts';

export const PLATFORM: readonly Resource[] = [
  sysTenant,
  sysApp,
  sysMenu,
  sysDictType,
  sysDictData,
  sysConfig,
  sysFile,
  sysRegion,
  sysPrint,
  sysPlugin,
  pluginPackage,
  sysWechatPay,
];
