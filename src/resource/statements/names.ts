const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'pipe',
};

/** What a delimiter is called: most of them are hard to see. */
export const delimiterName = (delimiter: string): string => DELIMITER_NAMES[delimiter] ?? delimiter;

/** What the browser's own dialog offers; what a file is, its bytes say. */
export const STATEMENT_FILES = '.csv,.txt,.tsv,.xlsx,.xls,.html,.htm';
