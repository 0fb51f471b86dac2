import type { Row } from '../../../contract/calls.ts';
import { askedOf } from '../../../contract/asked.ts';
import { useCaller, useT } from '../../kit/index.ts';
import { whoAsked, commandText, openRequest } from '../asked.ts';

/** What waits about a row for the decision of others, and the way to its request. */
export function AskedNote({ row }: { row: Row }) {
  const t = useT('grid');
  const { can } = useCaller();
  const asked = askedOf(row);
  if (!asked) return null;
  const text = t('asked.waits', { command: commandText(asked) });
  return (
    <span className="asked-note">
      {can('approval:page') ? (
        <button
          type="button"
          className="pd-tag pd-tag-warning"
          title={t('asked.open')}
          onClick={() => openRequest(row.orderNo, asked)}
        >
          {text}
        </button>
      ) : (
        <span className="pd-tag pd-tag-warning">{text}</span>
      )}{' '}
      <span className="pd-muted">{whoAsked(asked)}</span>
    </span>
  );
}
