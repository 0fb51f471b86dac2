import * as z from 'zod';
import type { JobRequest } from '../../../contract/jobBoard.ts';
import { MASKED } from '../../../contract/validate.ts';
import { type Caller, can } from '../../platform/http/caller.ts';
import type { AppDeps } from '../../platform/http/deps.ts';
import { Refused } from '../../platform/http/refused.ts';
import { decryptSecret, encryptSecret } from '../../platform/secrets.ts';

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

type Keys = Pick<AppDeps, 'env'>;

/** Its address and its body may hold secrets of the one who is asked: they are encrypted at rest. */
export const sealed = ({ env }: Keys, request: JobRequest): string =>
  encryptSecret(env.secretsKey ?? '', propertiesOf(request));

/** @throws Error where it was not written under this key */
export const opened = ({ env }: Keys, properties: string | null): JobRequest =>
  requestOf(decryptSecret(env.secretsKey ?? '', properties ?? ''));

const QUERY = `?${MASKED}`;
const queryAt = (url: string): number => url.search(/[?#]/);

const masked = (request: JobRequest): JobRequest => {
  const at = queryAt(request.url);
  return {
    ...request,
    url: at < 0 ? request.url : request.url.slice(0, at) + QUERY,
    body: request.body && MASKED,
  };
};

/** The request as somebody may read it: whoever may not change it reads neither its query nor its body. */
export function shownTo(deps: Keys, caller: Caller, properties: string | null): JobRequest | null {
  try {
    const request = opened(deps, properties);
    return can(caller, 'sysJob:update') ? request : masked(request);
  } catch {
    return null;
  }
}

/** What is sent back masked stays what is there. @throws Refused where a masked query is to go to another address */
export function keeping(given: JobRequest, stored: JobRequest): JobRequest {
  const body = given.body === MASKED ? stored.body : given.body;
  if (!given.url.endsWith(QUERY)) return { ...given, body };
  if (given.url !== masked(stored).url) throw new Refused('validation', { says: 'jobMasked' });
  return { ...given, body, url: stored.url };
}

/** Asks once, and says by an id which run it is: the second try after a kill has the same. @returns what the history keeps: the status, never what was answered @throws Error where it failed */
export async function sendRequest(
  { outbound }: AppDeps,
  { url, method, body, ensureSuccess }: JobRequest,
  { runId, signal }: { runId: string; signal: AbortSignal },
): Promise<string> {
  const answer = await outbound.send(url, {
    method,
    signal,
    headers: { 'x-paydesk-run': runId, ...(method === 'POST' && { 'content-type': 'application/json' }) },
    ...(method === 'POST' && { body }),
  });
  const text = `HTTP ${answer.status}`;
  if (ensureSuccess && (answer.status < 200 || answer.status > 299)) throw new Error(text);
  return text;
}
