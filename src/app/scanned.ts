import { QR_PARAMETER } from '../../contract/qrSignIn.ts';

/**
 * The code of another device that this page was opened with. It comes behind the `#`, where no server, log or history of
 * the workspace keeps it, and waits here while the person signs in.
 */
let scanned: string | undefined;

export function rememberScanned(): void {
  const found = new RegExp(`^#${QR_PARAMETER}=([A-Za-z0-9-]{8,16})$`).exec(location.hash)?.[1];
  if (found === undefined) return;
  scanned = found;
  history.replaceState(history.state, '', location.pathname + location.search);
}

/** Once. */
export function takeScanned(): string | undefined {
  const taken = scanned;
  scanned = undefined;
  return taken;
}
