import type { Work } from '../../platform/jobs/task.ts';
import { keepAlerts } from './evaluate.ts';

/** A quarter hour that has ended is noticed within this time. */
const EVERY_MS = 20_000;

export const alertWork: Work = { regular: [{ name: 'evaluateAlerts', everyMs: EVERY_MS, run: keepAlerts }] };
