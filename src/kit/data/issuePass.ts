import type { PassPage } from '../../../contract/passPages.ts';
import { call } from './call.ts';

/** Exchanges the session for the short-lived cookie by which this browser reads a page of the server. */
export const issuePass = (page: PassPage): Promise<null> =>
  call<null>('swagger/issuePass', { page }, { customCatch: true });
