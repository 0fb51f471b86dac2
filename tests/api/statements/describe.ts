import type pg from 'pg';
import type { Described } from './rowTypes.ts';

/** A column of an answer; table 0 for what is no column of a table. */
interface Field {
  name: string;
  dataTypeID: number;
  tableID: number;
  columnID: number;
}

interface Connection {
  parse(query: { text: string; name: string }): void;
  describe(what: { type: 'S'; name: string }): void;
  sync(): void;
}

/** Asks PostgreSQL to parse a statement and to say what its rows are; nothing is run. */
class Description {
  readonly #text: string;
  readonly #done: (answer: Field[] | Error) => void;
  #fields: Field[] = [];

  constructor(text: string, done: (answer: Field[] | Error) => void) {
    this.#text = text;
    this.#done = done;
  }

  submit(connection: Connection): void {
    connection.parse({ text: this.#text, name: '' });
    connection.describe({ type: 'S', name: '' });
    connection.sync();
  }

  handleRowDescription({ fields }: { fields: Field[] }): void {
    this.#fields = fields;
  }

  /** The client forgets a query that failed: it hears of nothing after this. */
  handleError(error: Error): void {
    this.#done(error);
  }

  handleReadyForQuery(): void {
    this.#done(this.#fields);
  }
}

interface Plan {
  'Node Type': string;
  'Parent Relationship'?: string;
  'Join Type'?: string;
  Strategy?: string;
  Output?: string[];
  Plans?: Plan[];
}

/** Which child of a join has no row for some of the other's. */
const EMPTY_SIDES: Readonly<Record<string, readonly string[]>> = {
  Left: ['Inner'],
  Right: ['Outer'],
  Full: ['Inner', 'Outer'],
};
/** Null where there was no row at all. */
const AGGREGATE = /^\(?(max|min|sum|avg|array_agg|jsonb?_agg|string_agg|bool_or|bool_and)\(/;

/** Expressions that are null in a row because a join or an aggregate found nothing. */
function emptyOutputs(plan: Plan): string[] {
  const empty = EMPTY_SIDES[plan['Join Type'] ?? ''] ?? [];
  const joined = (plan.Plans ?? []).filter((child) => empty.includes(child['Parent Relationship'] ?? ''));
  const plain = plan['Node Type'] === 'Aggregate' && plan.Strategy === 'Plain';
  return [
    ...joined.flatMap(({ Output = [] }) => Output),
    ...(plain ? (plan.Output ?? []).filter((output) => AGGREGATE.test(output)) : []),
    ...(plan.Plans ?? []).flatMap(emptyOutputs),
  ];
}

/** Prepares statements against a migrated database. */
export class Schema {
  readonly #client: pg.PoolClient;
  readonly #types = new Map<number, string>();
  readonly #columns = new Map<string, { name: string; notNull: boolean }>();

  private constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  static async open(client: pg.PoolClient): Promise<Schema> {
    const schema = new Schema(client);
    const types = await client.query('select oid, typname as name from pg_type');
    for (const { oid, name } of types.rows) schema.#types.set(oid, name);
    const columns = await client.query(
      'select attrelid, attnum, attname as name, attnotnull as "notNull" from pg_attribute where attnum > 0',
    );
    for (const { attrelid, attnum, ...column } of columns.rows)
      schema.#columns.set(`${attrelid}.${attnum}`, column);
    return schema;
  }

  /** The columns of the statement's rows, or why PostgreSQL cannot prepare it. */
  async describe(text: string): Promise<Described[] | Error> {
    const fields = await new Promise<Field[] | Error>((done) => {
      this.#client.query(new Description(text, done) as unknown as pg.Submittable);
    });
    if (fields instanceof Error) return fields;
    const plan = fields.length > 0 ? await this.#planOf(text) : undefined;
    const empty = new Set(plan && emptyOutputs(plan));
    return fields.map((field, at) => ({
      name: field.name,
      type: this.#types.get(field.dataTypeID) ?? 'unknown',
      nullable: empty.has(plan?.Output?.[at] ?? '') || this.#nullable(field, text),
    }));
  }

  async #planOf(text: string): Promise<Plan> {
    const { rows } = await this.#client.query(`explain (generic_plan, verbose, format json) ${text}`);
    return rows[0]['QUERY PLAN'][0].Plan;
  }

  #nullable({ tableID, columnID }: Field, text: string): boolean | undefined {
    const column = this.#columns.get(`${tableID}.${columnID}`);
    if (!column) return undefined;
    return !column.notNull && !new RegExp(`\\b${column.name} is not null`, 'i').test(text);
  }
}
