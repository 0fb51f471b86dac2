import type { Resource } from '../../resource.ts';
import { sysUser } from './sysUser.ts';
import { sysOnlineUser } from './sysOnlineUser.ts';
import { sysRole } from './sysRole.ts';
import { sysOrg } from './sysOrg.ts';
import { sysPos } from './sysPos.ts';
import { sysLdap } from './sysLdap.ts';
import { sysNotice } from './sysNotice.ts';
import { sysOpenAccess } from './sysOpenAccess.ts';
import { sysWechatUser } from './sysWechatUser.ts';

export const SYSTEM: readonly Resource[] = [
  sysUser,
  sysOnlineUser,
  sysRole,
  sysOrg,
  sysPos,
  sysNotice,
  sysWechatUser,
  sysOpenAccess,
  sysLdap,
];
