import type { Checker, Type } from 'typescript/unstable/sync';

/** A column of a statement's answer, as PostgreSQL describes it. */
export interface Described {
  name: string;
  /** `int4`, `_text`, … */
  type: string;
  /** Whether rows can have null there; undefined where that is not known. */
  nullable: boolean | undefined;
}

/** What the type parsers of `server/platform/db/pool.ts` make of PostgreSQL's types; text of all others. */
const NUMBERS: ReadonlySet<string> = new Set(['int2', 'int4', 'float4', 'float8', 'oid']);
const CLASSES: Readonly<Record<string, string>> = { timestamptz: 'Date', timestamp: 'Date', bytea: 'Buffer' };
const JSON_TYPES: ReadonlySet<string> = new Set(['json', 'jsonb']);

/** Compares what a caller declares a row to be with what PostgreSQL answers. */
export class RowTypes {
  readonly #checker: Checker;

  constructor(checker: Checker) {
    this.#checker = checker;
  }

  /** What is wrong with the declared row, one line each. */
  faults(row: Type, columns: readonly Described[]): string[] {
    return this.#checker.getPropertiesOfType(row).flatMap((property) => {
      const declared = this.#checker.getTypeOfSymbol(property)!;
      const column = columns.find(({ name }) => name === property.name);
      if (!column) return [`${property.name} is declared and no column`];
      const shown = this.#checker.typeToString(declared);
      const says = `${property.name} is declared ${shown}`;
      return [
        ...(this.#fits(column.type, declared) ? [] : [`${says} and is ${column.type}`]),
        ...(column.nullable && !this.#takesNull(declared) ? [`${says} and can be null`] : []),
      ];
    });
  }

  #takesNull(declared: Type): boolean {
    return this.#checker.isTypeAssignableTo(this.#checker.getNullType(), declared);
  }

  #fits(type: string, declared: Type): boolean {
    if (declared.id === this.#checker.getUnknownType().id) return true;
    const value = this.#checker.getNonNullableType(declared) ?? declared;
    if (value.id === this.#checker.getNeverType().id) return false;
    if (JSON_TYPES.has(type)) return true;
    if (CLASSES[type]) return value.getSymbol()?.name === CLASSES[type];
    if (!type.startsWith('_')) return this.#checker.isTypeAssignableTo(value, this.#primitive(type));
    const [member] =
      this.#checker.isArrayType(value) && value.isTypeReference()
        ? this.#checker.getTypeArguments(value)
        : [];
    return member !== undefined && this.#fits(type.slice(1), member);
  }

  #primitive(type: string): Type {
    if (type === 'bool') return this.#checker.getBooleanType();
    return NUMBERS.has(type) ? this.#checker.getNumberType() : this.#checker.getStringType();
  }
}
