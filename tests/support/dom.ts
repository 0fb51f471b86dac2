import { MessageChannel } from 'node:worker_threads';
import { configure } from '@testing-library/react';
import type { IBrowserSettings } from 'happy-dom';
import { vi } from 'vitest';
import './quiet.ts';
import { scaleLimit } from './patience.ts';
import { guardComposition } from '../../src/kit/commands/composition.ts';

// A browser has it, and so has Node; the context that a test file runs in is given only what belongs to the language.
Object.assign(globalThis, { MessageChannel });

/** A text that is sure to come is waited for; a second is too short while other programs run. */
const PATIENCE_MS = scaleLimit(30_000);
configure({ asyncUtilTimeout: PATIENCE_MS });
const waitFor = vi.waitFor.bind(vi);
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options });

/** No server is there: a call that a test does not answer itself stays open until its caller gives it up. */
const unansweredFetch: typeof fetch = (_input, init) =>
  new Promise((_resolve, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error), { once: true });
  });
globalThis.fetch = unansweredFetch;
// A frame loads an empty page, whatever its address.
const { settings } = (window as unknown as { happyDOM: { settings: IBrowserSettings } }).happyDOM;
settings.enableIframePageLoading = true;
settings.fetch.interceptor = {
  beforeAsyncRequest: ({ window: page }) => Promise.resolve(new page.Response('')),
};
// As the page has it before anything is drawn.
guardComposition(window);
