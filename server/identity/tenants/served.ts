import { resourceOf } from '../../../contract/resources/index.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { sysTenantHalf } from './tenant.ts';

export const servedByTenants: readonly Served[] = [serve(resourceOf('sysTenant'), sysTenantHalf)];
