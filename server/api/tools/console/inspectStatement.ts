import type { ParseResult, ScanResult } from 'libpg-query';

/** What PostgreSQL's own parser sees in a text; data alone, since it crosses from a thread. */
export interface Inspection {
  /** Why the text is no single statement that reads. */
  refusal?: { code: 'consoleReads' | 'consoleWord' | 'consoleSingle'; word: string };
  isExplain: boolean;
  /** Functions that it calls, by their names in pg_catalog. */
  functions: string[];
  /** Names after a dot: PostgreSQL takes `row.name` for a call of `name(row)` where no column is called so. */
  dotted: string[];
}

type Tree = Record<string, unknown>;

/** Parts of a statement that only read or compute; whatever is not listed is refused. */
const READING_NODES = new Set(
  `A_ArrayExpr A_Const A_Expr A_Indices A_Indirection A_Star Alias BitString BoolExpr Boolean BooleanTest CaseExpr CaseWhen
  CoalesceExpr CollateClause ColumnDef ColumnRef CommonTableExpr DefElem ExplainStmt Float FuncCall GroupingFunc GroupingSet
  Integer JoinExpr List MinMaxExpr NamedArgExpr NullTest RangeFunction RangeSubselect RangeVar ResTarget RowExpr
  SQLValueFunction SelectStmt SortBy String SubLink TypeCast TypeName WindowDef`.split(/\s+/),
);
/** Fields whose value is a node of one kind, which the tree does not name again. */
const TYPED_FIELDS = new Set(
  `alias collClause cycle_clause ival fval sval bsval boolval larg over rarg search_clause typeName withClause`.split(
    /\s+/,
  ),
);
/** What EXPLAIN may be told; SERIALIZE and the like are forms of output, too, but no version that is supported has to. */
const EXPLAIN_OPTIONS = new Set(
  'analyze verbose costs buffers timing summary format settings wal'.split(' '),
);
/** Where types and operators come from: nothing that somebody made, but the rows of the console's views. */
const TYPE_SCHEMAS = new Set(['pg_catalog', 'console']);

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Texts of a list of String nodes, `pg_catalog.lower`; a star is none of them. */
const namesIn = (list: unknown): string[] =>
  (Array.isArray(list) ? list : []).map((each: Tree) => {
    const text = each.String as { sval?: string } | undefined;
    return text?.sval ?? '*';
  });

/** `InsertStmt` → `insert`. */
const wordOfNode = (type: string): string =>
  type
    .replace(/Stmt$/, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

class Inspector {
  readonly functions = new Set<string>();
  readonly dotted = new Set<string>();
  refusal: Inspection['refusal'];

  refuse(code: 'consoleReads' | 'consoleWord', word: string): void {
    this.refusal ??= { code, word };
  }

  /** Without recursion: the tree of a hostile text is as deep as the text is long. */
  walk(root: unknown): void {
    const waiting: unknown[] = [root];
    while (waiting.length > 0 && !this.refusal) {
      const value = waiting.pop();
      if (Array.isArray(value)) waiting.push(...(value as unknown[]));
      else if (isTree(value)) waiting.push(...this.fieldsOf(value));
    }
  }

  /** What is inside of a node `{ Type: { … } }`, or of the value of a typed field. */
  private fieldsOf(tree: Tree): unknown[] {
    const [type] = Object.keys(tree);
    const isNode = type !== undefined && /^[A-Z]/.test(type);
    if (!isNode) return this.visit(tree);
    if (!READING_NODES.has(type)) {
      const isStatement = type.endsWith('Stmt');
      this.refuse(isStatement ? 'consoleReads' : 'consoleWord', wordOfNode(type));
      return [];
    }
    const fields = tree[type] as Tree;
    this.checkNode(type, fields);
    return this.visit(fields);
  }

  private visit(fields: Tree): unknown[] {
    return Object.entries(fields).flatMap(([name, value]) => {
      if (!isTree(value)) return [];
      if (name === 'typeName') this.checkType(value);
      if (name === 'collClause') this.checkSchema(namesIn(value.collname));
      const isOwnNode = Array.isArray(value) || /^[A-Z]/.test(Object.keys(value)[0] ?? '');
      // A field that no list names: a part of the grammar that nobody has looked at.
      if (!isOwnNode && !TYPED_FIELDS.has(name)) this.refuse('consoleWord', wordOfNode(name));
      return [value];
    });
  }

  private checkNode(type: string, fields: Tree): void {
    if (type === 'SelectStmt' || type === 'ExplainStmt') this.checkStatement(fields);
    if (type === 'FuncCall') this.checkCall(namesIn(fields.funcname));
    if (type === 'A_Expr') this.checkSchema(namesIn(fields.name));
    if (type === 'SubLink') this.checkSchema(namesIn(fields.operName));
    if (type === 'SortBy') this.checkSchema(namesIn(fields.useOp));
    if (type === 'CollateClause') this.checkSchema(namesIn(fields.collname));
    if (type === 'TypeName') this.checkType(fields);
    if (type === 'ColumnRef') for (const name of namesIn(fields.fields).slice(1)) this.dotted.add(name);
    if (type === 'A_Indirection') for (const name of namesIn(fields.indirection)) this.dotted.add(name);
  }

  private checkStatement(fields: Tree): void {
    if (fields.intoClause) this.refuse('consoleReads', 'into');
    if (fields.lockingClause) this.refuse('consoleReads', 'for update');
    const options = (fields.options ?? []) as { DefElem?: { defname?: string } }[];
    const option = options.find(({ DefElem }) => !EXPLAIN_OPTIONS.has(DefElem?.defname ?? ''));
    if (option) this.refuse('consoleWord', option.DefElem?.defname ?? '');
  }

  private checkCall(names: readonly string[]): void {
    const name = names.at(-1) ?? '';
    const isOwn = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog');
    if (isOwn) this.functions.add(name);
    else this.refuse('consoleWord', names.join('.'));
  }

  private checkSchema(names: readonly string[]): void {
    if (names.length > 1 && names[0] !== 'pg_catalog') this.refuse('consoleWord', names.join('.'));
  }

  private checkType(fields: Tree): void {
    const names = namesIn(fields.names);
    if (names.length > 2 || (names.length === 2 && !TYPE_SCHEMAS.has(names[0]!)))
      this.refuse('consoleWord', names.join('.'));
  }
}

/** The first word of a statement, comments apart. */
function firstWord({ tokens }: ScanResult, from: number): string {
  const token = tokens.find(({ start, tokenName }) => start >= from && !tokenName.endsWith('COMMENT'));
  return token?.text.toLowerCase() ?? '';
}

/** Whether a text is one statement that reads, and what it calls. */
export function inspectStatement(parsed: ParseResult, scanned: ScanResult): Inspection {
  const statements = parsed.stmts ?? [];
  const kinds = statements.map(({ stmt }) => Object.keys(stmt ?? {})[0] ?? '');
  const writing = kinds.findIndex((kind) => kind !== 'SelectStmt' && kind !== 'ExplainStmt');
  const inspector = new Inspector();
  if (writing >= 0)
    inspector.refuse('consoleReads', firstWord(scanned, statements[writing]?.stmt_location ?? 0));
  else if (statements.length !== 1)
    inspector.refusal = { code: 'consoleSingle', word: String(statements.length) };
  else inspector.walk(statements[0]!.stmt);
  const { refusal, functions, dotted } = inspector;
  return {
    ...(refusal && { refusal }),
    isExplain: kinds[0] === 'ExplainStmt',
    functions: [...functions],
    dotted: [...dotted],
  };
}
