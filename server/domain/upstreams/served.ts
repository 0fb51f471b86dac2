import { channel } from '../../../contract/resources/channels/channel.ts';
import { channelBinding } from '../../../contract/resources/channels/channelBinding.ts';
import { extensionRate } from '../../../contract/resources/channels/extensionRate.ts';
import { upstream } from '../../../contract/resources/channels/upstream.ts';
import { upstreamActions } from './upstream.ts';
import { type Served, serve } from '../../engine/serverHalf.ts';
import { bindingWrite, extensionRateWrite, knownUpstreams, usableConnection } from './channelWrites.ts';

export const servedByUpstreams: readonly Served[] = [
  serve(channel, { beforeWrite: knownUpstreams }),
  serve(channelBinding, { beforeWrite: bindingWrite }),
  serve(extensionRate, { beforeWrite: extensionRateWrite }),
  serve(upstream, { commands: upstreamActions, beforeWrite: usableConnection }),
];
