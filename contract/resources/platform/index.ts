import type { Resource } from '../../resource.ts';
import { sysMenu } from './sysMenu.ts';
import { sysDictData, sysDictType } from './sysDict.ts';
import { sysConfig } from './sysConfig.ts';

export const PLATFORM: readonly Resource[] = [sysMenu, sysDictType, sysDictData, sysConfig];
