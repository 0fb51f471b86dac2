import { merchant } from '../../../contract/resources/merchants/merchant.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { merchantActions } from './merchant.ts';
import { merchantWrite } from './merchantWrite.ts';

export const servedByMerchants: readonly Served[] = [
  serve(merchant, { commands: merchantActions, beforeWrite: merchantWrite }),
];
