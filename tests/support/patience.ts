import { machineSlowness } from './machine.ts';

const slowness = machineSlowness();

/** A limit for a machine of the usual speed, in milliseconds, as this one needs it. */
export const scaleLimit = (ms: number): number => Math.round(ms * slowness);

/**
 * Longest wait for what is sure to come, in milliseconds. Tests wait for conditions: on an idle machine nothing takes a
 * hundredth of it, and one that runs other programs too makes no test fail.
 */
export const PATIENCE_MS = scaleLimit(120_000);
/** A test, or what goes before it, that takes longer hangs. */
export const HANGS_MS = scaleLimit(300_000);
