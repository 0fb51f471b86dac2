export interface TableLine {
  name: string;
  comment: string;
  rows: number;
  /** With its indexes. */
  bytes: number;
  indexBytes: number;
}

export interface TableColumn {
  name: string;
  type: string;
  nullable: boolean;
  key: boolean;
  identity: boolean;
  length: number | null;
  decimals: number | null;
  fallback: string | null;
  comment: string;
}

export interface TableIndex {
  name: string;
  definition: string;
  unique: boolean;
  bytes: number;
}

/** A foreign key: rows of `table` name rows of `target`. */
export interface TableRelation {
  table: string;
  column: string;
  target: string;
  targetColumn: string;
}

/** What POST /api/sysDatabase/table answers. */
export interface TableDetail {
  columns: readonly TableColumn[];
  indexes: readonly TableIndex[];
  /** From this table and to it. */
  relations: readonly TableRelation[];
}

/** A table as the diagram draws it: its keys and the columns that refer to others. */
export interface DiagramTable {
  name: string;
  comment: string;
  /** The file of the schema that makes it. */
  group: string;
  columns: { name: string; type: string; key: boolean }[];
}

export interface Diagram {
  tables: DiagramTable[];
  relations: TableRelation[];
}
