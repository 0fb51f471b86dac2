import { randomUUID } from 'node:crypto';
import type { ActionRequest, ActionResult } from '../../contract/calls.ts';
import type { Client } from './client.ts';

/** What a person sends after a look at the sheet of a large command: its digests, and the count that was typed. */
export async function lookAtCommand(
  client: Client,
  path: string,
  body: ActionRequest,
): Promise<ActionRequest> {
  const { token, previewDigests, countCheck } = await client.call<ActionResult>(path, {
    ...body,
    dryRun: true,
  });
  return {
    ...body,
    ...(token && { token }),
    ...(previewDigests && { previewDigests }),
    ...(countCheck && { confirmed: countCheck.count }),
  };
}

/** A large command as a person gives it: looked at, its count typed. */
export async function commandLarge(
  client: Client,
  path: string,
  body: ActionRequest,
  key: string = randomUUID(),
): Promise<ActionResult> {
  return client.command<ActionResult>(path, await lookAtCommand(client, path, body), key);
}
