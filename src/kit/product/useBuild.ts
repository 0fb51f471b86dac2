import type { BuildAnswer } from '../../../contract/buildInfo.ts';
import { useLive } from '../widgetHost.ts';

const EVERY_MS = 10 * 60_000;

/** Which build is running, and what has changed in it. */
export const useBuild = () => useLive<BuildAnswer>('build/info', {}, EVERY_MS);
