import type { Row } from '../../../contract/calls.ts';
import { call, caller, localised } from '../../kit/index.ts';
import { readEnvelope } from '../envelope/read.ts';
import { blankEnvelope } from '../sync/defaults.ts';
import { layoutActions } from '../sync/dialogs.ts';
import { isView, mayOpen } from '../views.tsx';
import { incidentEnvelope } from './incidentEnvelope.ts';

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Shows the layout of an incident in the place of the person's own, which stays as it is. */
export async function openIncident(id: string): Promise<void> {
  const row = await call<Row>('alertIncident/detail', undefined, { query: { id }, customCatch: true });
  const made = incidentEnvelope(
    {
      id,
      name: localised(String(row.name)),
      ruleId: text(row.ruleId),
      measure: String(row.measure),
      merchantId: text(row.merchantId),
      upstreamId: text(row.upstreamId),
      channelId: text(row.channelId),
      currency: text(row.currency),
      windowMinutes: Number(row.windowMinutes),
      openedAt: String(row.openedAt),
      resolvedAt: text(row.resolvedAt),
    },
    (view) => isView(view) && mayOpen(view, caller()),
  );
  // Read as whatever is stored: the panels get what the docking library needs.
  const { envelope } = readEnvelope(made, blankEnvelope(made.name));
  await layoutActions.showTemporary(envelope);
}
