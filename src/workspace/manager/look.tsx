import type { Look } from '../../kit/sharing/look.ts';
import type { Envelope } from '../envelope/envelope.ts';
import { readEnvelope } from '../envelope/read.ts';
import { recordTitle } from '../panelTitle.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { Preview } from './Preview.tsx';
import { marksOf } from './boxes.ts';

/** Layouts of the workspace as the dialogs of sharing and versions see them. */
export const envelopeLook: Look<Envelope> = {
  read: (body) => readEnvelope(body, blankEnvelope('')).envelope,
  draw: (envelope, marks) => <Preview envelope={envelope} marks={marks} />,
  marksOf,
  titleOf: ({ panels }, id) => panels[id] && recordTitle(panels[id]),
};
