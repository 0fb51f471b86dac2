import type { FastifyRequest } from 'fastify';
import type { Refused } from './refused.ts';

/** How a request that was not served ended. */
export interface Outcome {
  refused: Refused;
  /** What was thrown. */
  error: unknown;
}

const outcomes = new WeakMap<FastifyRequest, Outcome>();

/** Notes how a request ended, for the logs that are written after the answer. */
export const noteOutcome = (request: FastifyRequest, outcome: Outcome): void => {
  outcomes.set(request, outcome);
};

/** Undefined where the request was served. */
export const outcomeOf = (request: FastifyRequest): Outcome | undefined => outcomes.get(request);
