import { resourceOf } from '../../../contract/resources/index.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { sysLdapHalf } from './ldap.ts';

export const servedByDirectory: readonly Served[] = [serve(resourceOf('sysLdap'), sysLdapHalf)];
