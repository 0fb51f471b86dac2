/** Extensions of the files that a list is exported as. */
export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** A spreadsheet that opens a CSV drops leading zeros and the last digits of long numbers. */
export const DEFAULT_EXPORT_FORMAT: ExportFormat = 'xlsx';
