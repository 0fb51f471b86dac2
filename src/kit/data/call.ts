import { atom, getDefaultStore } from 'jotai';
import { translate } from '../i18n/i18n.ts';
import { currentLocale } from '../i18n/locale.ts';
import { preferences } from '../preferences.ts';
import { toast } from '../ui/toast.ts';
import { CallError } from './CallError.ts';
import { deviceHeaders } from './device.ts';
import { connectionAtom, doubtLine, heardLine, missDatabase } from './line.ts';
import { renewExpired, renewOnce } from './renew.ts';
import { saveFile } from './saveFile.ts';
import { forgetSession } from './signOut.ts';
import { accessToken, isInvalid, learnClock, learnPair, tokenHeaders } from './token.ts';

const TIMEOUT_MS = 600_000;

export interface CallOptions {
  /** The caller shows refusals itself; without it they become a toast. Both ways the promise rejects. */
  customCatch?: boolean;
  signal?: AbortSignal;
  idempotencyKey?: string;
  /** GET without a body, POST with one. */
  method?: 'GET' | 'POST';
  query?: Record<string, string | number | boolean | undefined>;
  /** Values of the places in the path that are named in braces; one that is missing is refused before it is sent. */
  params?: Readonly<Record<string, string | number | null | undefined>>;
  /** The pair in the answer starts a session. */
  signingIn?: boolean;
  /** Lets the request outlive the page. */
  keepalive?: boolean;
}

/** True once the server says that this person's screen is locked. */
export const lockedAtom = atom(false);

const base: string = import.meta.env.VITE_API_URL ?? '';

function filled(path: string, params: CallOptions['params']): string {
  if (!params) return path;
  return path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => {
    const value = params[name];
    if (value !== null && value !== undefined) return encodeURIComponent(value);
    // Worded as the family's clients do (spec, error catalogue).
    throw new CallError(translate('app:error.requiredParameter', { name }), {
      code: 0,
      errorCode: 'requiredParameter',
    });
  });
}

function address(path: string, query: CallOptions['query']): string {
  const full = base + (path.startsWith('/') ? path : `/api/${path}`);
  const given = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  if (given.length === 0) return full;
  return `${full}?${new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)]))}`;
}

/** The headers every request to the server carries, the event stream's too. */
export const callHeaders = (renewing = false): Record<string, string> => ({
  ...tokenHeaders(renewing),
  ...deviceHeaders(),
  'Accept-Language': currentLocale(),
  'Time-Zone': preferences().timeZone,
});

async function send(
  path: string,
  body: unknown,
  options: CallOptions,
  headers: Record<string, string>,
): Promise<Response> {
  const file = body instanceof Blob || body instanceof FormData ? body : undefined;
  // Of a form the browser names the boundary between its parts.
  if (body !== undefined && !(body instanceof FormData))
    headers['Content-Type'] = body instanceof Blob ? body.type : 'application/json-patch+json';
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  return fetch(address(filled(path, options.params), options.query), {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    body: file ?? (body === undefined ? undefined : JSON.stringify(body)),
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    keepalive: options.keepalive,
    credentials: base ? 'omit' : 'same-origin',
  });
}

const RENEW_WITHIN_MS = 60_000;

/** Not to be given up by whoever waits for it: a pair that nobody takes home is a session lost. */
async function askPair(): Promise<void> {
  const response = await fetch(address('sysAuth/userInfo', undefined), {
    headers: callHeaders(true),
    signal: AbortSignal.timeout(RENEW_WITHIN_MS),
    credentials: base ? 'omit' : 'same-origin',
  });
  learnClock(response.headers.get('date'));
  learnPair(response.headers);
}

/** Before anything goes to the server: a token that has ended is followed by a fresh one. */
export const renewPair = (): Promise<void> => renewExpired(askPair);

async function request(path: string, body: unknown, options: CallOptions): Promise<Response> {
  if (!options.signingIn) await renewPair();
  const used = accessToken();
  let response = await send(path, body, options, callHeaders());
  // Refused for a token that ended on the way: nothing was done, so it is asked once more with the one that follows.
  if (used && isInvalid(response) && (await renewOnce(used, askPair)))
    response = await send(path, body, options, callHeaders());
  learnClock(response.headers.get('date'));
  if (response.status !== 503) heardLine();
  if (learnPair(response.headers, options.signingIn) === 'invalid') forgetSession();
  return response;
}

interface LooseEnvelope {
  code?: unknown;
  message?: unknown;
  result?: unknown;
  errors?: unknown;
  extras?: Record<string, unknown> | null;
}

const fieldsOf = (message: unknown): Record<string, string[]> | undefined =>
  message !== null && typeof message === 'object' ? (message as Record<string, string[]>) : undefined;

/** The first thing to mend, in words; a message of another shape as it came. */
function textOf(message: unknown): string {
  const fields = fieldsOf(message);
  if (!fields) return typeof message === 'string' && message ? message : translate('app:error.request');
  const texts = Object.values(fields).flat();
  if (texts.length === 0) return JSON.stringify(message);
  const first = texts.find((text) => typeof text === 'string') ?? JSON.stringify(message);
  return texts.length === 1
    ? first
    : `${translate('app:error.validation', { count: texts.length })} ${first}`;
}

function refuse(body: LooseEnvelope, code: number): never {
  const extras = body.extras ?? {};
  const errorCode = typeof extras.errorCode === 'string' ? extras.errorCode : 'refused';
  if (code === 401) {
    if (errorCode === 'locked') getDefaultStore().set(lockedAtom, true);
    else forgetSession();
  }
  throw new CallError(textOf(body.message), { code, errorCode, fields: fieldsOf(body.message), extras });
}

/** Error catalogue of the specification, §8. */
async function open<T>(response: Response): Promise<T> {
  const text = await response.text();
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    body = undefined;
  }
  const envelope =
    body !== null && typeof body === 'object' && !Array.isArray(body) ? (body as LooseEnvelope) : undefined;
  if (envelope && 'errors' in envelope && envelope.errors) {
    const shown = JSON.stringify(envelope.errors);
    throw new CallError(shown, { code: response.status, errorCode: 'http' });
  }
  if (envelope && typeof envelope.code === 'number') {
    if (envelope.code === 200 && response.ok) return envelope.result as T;
    refuse(envelope, response.status === 401 ? 401 : envelope.code);
  }
  if (response.status === 401) refuse(envelope ?? {}, 401);
  if (response.status >= 400) {
    const message = response.statusText || translate('app:error.http');
    throw new CallError(message, { code: response.status, errorCode: 'http' });
  }
  return body as T;
}

function asCallError(error: unknown, signal: AbortSignal | undefined): unknown {
  if (error instanceof CallError || signal?.aborted) return error;
  const late = error instanceof DOMException && error.name === 'TimeoutError';
  if (!late) doubtLine();
  return new CallError(translate(late ? 'app:error.timeout' : 'app:error.network'), {
    code: 0,
    errorCode: 'network',
  });
}

/** A line that is cut is said once for the window; of a command the caller hears all the same. */
const isCoveredByBanner = ({ errorCode }: CallError, { idempotencyKey }: CallOptions): boolean =>
  errorCode === 'databaseDown' &&
  idempotencyKey === undefined &&
  getDefaultStore().get(connectionAtom) === 'offline';

function announce(error: unknown, options: CallOptions): void {
  if (!(error instanceof CallError) || error.code === 401 || isCoveredByBanner(error, options)) return;
  toast.error(error.message, {
    key: `call:${error.errorCode}:${error.message}`,
    description:
      error.code >= 500 && error.traceId ? translate('app:state.trace', { id: error.traceId }) : undefined,
  });
}

async function guarded<T>(options: CallOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    const error = asCallError(caught, options.signal);
    if (error instanceof CallError && error.errorCode === 'databaseDown') missDatabase();
    if (!options.customCatch && !options.signal?.aborted) announce(error, options);
    throw error;
  }
}

/**
 * The one way to the server. `path` is `resource/verb` under /api, or absolute. Resolves to the envelope's `result`
 * (an answer without a code passes through); rejects with CallError, or with the abort reason when `signal` fired.
 */
export function call<T = unknown>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  return guarded(options, async () => open<T>(await request(path, body, options)));
}

const isEnvelope = (response: Response): boolean =>
  !response.ok || response.headers.get('content-type')?.includes('application/json') === true;

/** Fetches a file with the caller's rights, to be shown. */
export function fetchFile(path: string, options: CallOptions = {}): Promise<Blob> {
  return guarded(options, async () => {
    const response = await request(path, undefined, options);
    if (isEnvelope(response)) await open(response);
    return response.blob();
  });
}

/** Fetches a file with the caller's rights and gives it to the browser to save. */
export function download(path: string, fallbackName: string, options: CallOptions = {}): Promise<void> {
  return guarded(options, async () => {
    const response = await request(path, undefined, options);
    if (isEnvelope(response)) {
      await open(response);
      return;
    }
    const named = /filename\*?=(?:UTF-8'')?"?([^";]+)/i.exec(
      response.headers.get('content-disposition') ?? '',
    );
    saveFile(await response.blob(), named?.[1] ? decodeURIComponent(named[1]) : fallbackName);
  });
}
