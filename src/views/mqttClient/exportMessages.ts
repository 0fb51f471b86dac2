import { csvText } from '../../../contract/spreadsheetText.ts';
import { saveFile } from '../../kit/index.ts';
import type { Received } from './messageLog.ts';
import { bytesOf, hexDump, textOf } from './payload.ts';

const plainOf = ({ payload }: Received): string => {
  const bytes = bytesOf(payload);
  return textOf(bytes) ?? hexDump(bytes);
};

const COLUMNS = ['at', 'topic', 'qos', 'retain', 'bytes', 'payload'] as const;

/** The list as a file: readable cells, or each message as it came with its payload in base64. */
export function saveMessages(messages: readonly Received[], kind: 'csv' | 'json'): void {
  const text =
    kind === 'csv'
      ? csvText([
          COLUMNS,
          ...messages.map((each) =>
            COLUMNS.map((column) => (column === 'payload' ? plainOf(each) : String(each[column]))),
          ),
        ])
      : JSON.stringify(
          messages.map(({ key: _key, ...message }) => message),
          null,
          2,
        );
  const type = kind === 'csv' ? 'text/csv' : 'application/json';
  saveFile(new Blob([text], { type }), `mqtt-messages.${kind}`);
}
