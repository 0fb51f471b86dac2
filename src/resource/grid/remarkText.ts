import { readRemark } from '../../../contract/remark.ts';
import { translate } from '../../kit/index.ts';

/** A remark as it is read: the platform's own in the reader's language, a person's as they wrote it. */
export function remarkText(remark: string, operator: unknown): string {
  // Who wrote it is not for everybody; what nobody wrote is.
  const read = operator === undefined || operator === 'system' ? readRemark(remark) : undefined;
  return read ? translate(`grid:remark.${read.code}`, { text: read.text }) : remark;
}
