import * as z from 'zod';
import type { JobRequest } from '../../../contract/jobBoard.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';

const LONGEST_URL = 2_000;
const LONGEST_BODY = 8_000;

const inner = z.looseObject({
  RequestUri: z.string().min(1).max(LONGEST_URL),
  HttpMethod: z.looseObject({ Method: z.string() }).nullish(),
  Body: z.string().max(LONGEST_BODY).nullish(),
  EnsureSuccessStatusCode: z.boolean().nullish(),
});
const outer = z.looseObject({ HttpJob: z.union([z.string(), z.looseObject({})]) });

const read = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

/** The request that the properties of a job describe. @throws Refused where they describe none */
export function requestOf(properties: unknown): JobRequest {
  try {
    const { HttpJob } = outer.parse(read(properties));
    const { RequestUri, HttpMethod, Body, EnsureSuccessStatusCode } = inner.parse(read(HttpJob));
    const method = (HttpMethod?.Method ?? 'GET').toUpperCase();
    if (method !== 'GET' && method !== 'POST') throw new Refused('validation', { says: 'jobMethod' });
    return {
      url: RequestUri,
      method,
      body: Body ?? '',
      ensureSuccess: EnsureSuccessStatusCode ?? true,
    };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('validation', { says: 'jobRequest' });
  }
}

/** As the family's clients keep it. */
export const propertiesOf = ({ url, method, body, ensureSuccess }: JobRequest): string =>
  JSON.stringify({
    HttpJob: JSON.stringify({
      RequestUri: url,
      HttpMethod: { Method: method },
      Body: body,
      ClientName: 'HttpJob',
      EnsureSuccessStatusCode: ensureSuccess,
    }),
  });

/** Asks once. @returns what the history keeps: the status, never what was answered @throws Error where it failed */
export async function sendRequest(
  { outbound }: AppDeps,
  { url, method, body, ensureSuccess }: JobRequest,
): Promise<string> {
  const answer = await outbound.send(url, {
    method,
    ...(method === 'POST' && { body, headers: { 'content-type': 'application/json' } }),
  });
  const text = `HTTP ${answer.status}`;
  if (ensureSuccess && (answer.status < 200 || answer.status > 299)) throw new Error(text);
  return text;
}
