import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Locale } from '../../platform/http/caller.ts';
import { check } from '../../platform/http/validation.ts';
import { decryptSecret } from '../../platform/secrets.ts';
import { parsedJson } from './mapping.ts';
import { AMBIGUOUS } from './verdict.ts';

const PATHS = { collect: z.string(), pay: z.string(), query: z.string(), probe: z.string() };

/** What an answer or a message may tell, by our own names. */
export const ANSWER_VALUES = [
  'state',
  'upstreamOrderNo',
  'payUrl',
  'utr',
  'amount',
  'currency',
  'reason',
  'orderNo',
  'eventId',
  'kind',
] as const;

/** How to reach an upstream: kept encrypted in `upstream.config`. */
const FIELDS = {
  /** http(s) origin, and a path where all calls share one. */
  baseUrl: z.url().max(2000),
  key: z.string().min(1).max(200),
  secret: z.string().min(8).max(500),
  paths: z.object(PATHS).partial().default({}),
  timeoutMs: z.number().int().min(500).max(10_000).default(8_000),
  /** Their key → our text with {placeholders}; without it our own names are sent. */
  request: z.record(z.string(), z.string()).optional(),
  /** Our name → dotted path into their answer or message. */
  answer: z.record(z.string(), z.string()).default({}),
  /** `false`: it never says how much was paid, and its "paid" is the whole of the order. */
  reportsAmount: z.boolean().default(true),
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
};

const connection = z.object(FIELDS);
/** What is typed must be understood to the last word: a mistyped name would be a setting that does nothing. */
const typed = z.strictObject({
  ...FIELDS,
  paths: z.strictObject(PATHS).partial().default({}),
  answer: z.partialRecord(z.enum(ANSWER_VALUES), z.string()).default({}),
});

export type Connection = z.output<typeof connection>;

/** Nothing verifies against it: a notice to a code without a connection is read and checked like every other. */
export const noConnection: Connection = connection.parse({
  baseUrl: 'http://localhost',
  key: 'none',
  secret: randomBytes(32).toString('hex'),
});

/**
 * The stored connection; undefined where there is none, or none that can be used.
 * @throws Error where it was sealed with another key: that is no word on the upstream
 */
export function readConnection(secretsKey: string, sealed: string | null): Connection | undefined {
  return sealed === null
    ? undefined
    : connection.safeParse(parsedJson(decryptSecret(secretsKey, sealed))).data;
}

/** What is wrong with a connection as it is typed: no JSON at all, or a sentence for each key that is missing, unknown or wrong. */
export function faultsOfConnection(
  text: string,
  locale: Locale,
): 'json' | { sentences: readonly string[] } | { baseUrl: string } {
  const given = parsedJson(text);
  // A list, a number: nothing that could have keys.
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'json';
  const read = check(typed, given, locale);
  if ('data' in read) return { baseUrl: read.data.baseUrl };
  const sentences = Object.entries(read.fields).flatMap(([path, texts]) =>
    texts.map((each) => (path.includes('.') ? `${path}: ${each}` : each)),
  );
  return { sentences };
}
