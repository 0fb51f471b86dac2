import { callback } from '../../../contract/resources/orders/callback.ts';
import { callbackActions } from './callback.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { callbackTimeline } from './timeline.ts';

export const servedByCallbacks: readonly Served[] = [
  serve(callback, { commands: callbackActions, detail: callbackTimeline }),
];
