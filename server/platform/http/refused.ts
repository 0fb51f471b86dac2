import type { ErrorCode } from '../../../contract/errors.ts';
import type { Locale } from './caller.ts';
import type { Locales } from './locales.ts';

type Fields = Record<string, string[]>;

/** A refusal a person can understand; the envelope turns it into body code, text and extras. */
export class Refused extends Error {
  readonly code: ErrorCode;
  /** Values for the localised text, safe to show to the caller. */
  readonly values: Record<string, unknown>;
  /** Validation only: texts per field, made where the caller's language is known. */
  readonly fields: Fields | ((locales: Locales, locale: Locale) => Fields) | undefined;

  constructor(code: ErrorCode, values: Record<string, unknown> = {}, fields?: Refused['fields']) {
    super(code);
    this.name = 'Refused';
    this.code = code;
    this.values = values;
    this.fields = fields;
  }
}
