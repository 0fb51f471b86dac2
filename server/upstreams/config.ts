import * as z from 'zod';
import { decryptSecret } from '../secrets.ts';
import { AMBIGUOUS } from './verdict.ts';

/** How to reach an upstream: kept encrypted in `upstream.config`. */
const connection = z.object({
  /** http(s) origin, and a path where all calls share one. */
  baseUrl: z.url().max(2000),
  key: z.string().min(1).max(200),
  secret: z.string().min(8).max(500),
  paths: z
    .object({ collect: z.string(), pay: z.string(), query: z.string(), probe: z.string() })
    .partial()
    .default({}),
  timeoutMs: z.number().int().min(500).max(10_000).default(8_000),
  /** Their key → our text with {placeholders}; without it our own names are sent. */
  request: z.record(z.string(), z.string()).optional(),
  /** Our name → dotted path into their answer or message. */
  answer: z.record(z.string(), z.string()).default({}),
  /** `false`: it never says how much was paid, and its "paid" is the whole of the order. */
  tellsAmount: z.boolean().default(true),
  /** Their word → our state. */
  states: z.record(z.string(), z.enum(['accepted', 'paid', 'failed', 'pending', 'notFound'])).default({}),
  /** HTTP statuses without a state by which it refuses a submission before anything is done; none unless it says so. */
  refusals: z
    .array(
      z
        .number()
        .int()
        .min(400)
        .max(499)
        .refine((status) => !AMBIGUOUS.has(status)),
    )
    .default([]),
  /** What it means that it does not know an order it is asked about: it may learn of it late, or never got it. */
  notFound: z.enum(['unknown', 'failed']).default('unknown'),
});

export type Connection = z.output<typeof connection>;

/** @throws Error where the stored text is no configuration */
export function readConnection(secretsKey: string, sealed: string): Connection {
  return connection.parse(JSON.parse(decryptSecret(secretsKey, sealed)));
}
