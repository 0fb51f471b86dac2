/** A file for spreadsheets: with a byte order mark and CRLF; semicolons are quoted, since some readers split there. */
export const CSV = { bom: true, record_delimiter: 'windows', quoted_match: /;/ } as const;
