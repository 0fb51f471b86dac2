import { openAccess } from '../../../contract/resources/merchants/openAccess.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { openAccessHalf } from './keys.ts';

export const servedByOpenApi: readonly Served[] = [serve(openAccess, openAccessHalf)];
