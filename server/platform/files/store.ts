import type { Pool, PoolClient } from 'pg';

/** Where the bytes of kept files are. */
export interface FileStore {
  /** Within the transaction that keeps the row. */
  put(tx: PoolClient, id: string, bytes: Buffer): Promise<void>;
  /** All of them, as they are asked for. @throws Error where the file is gone meanwhile */
  read(pool: Pool, id: string, size: number): AsyncGenerator<Buffer>;
}

/** Bytes of a part; the last one of a file may be shorter. */
const PART_BYTES = 256 * 1024;

/** In the database: any server hands them out, and a backup has them. They go with their row. */
export const databaseStore: FileStore = {
  async put(tx, id, bytes) {
    for (let no = 0; no * PART_BYTES < bytes.length; no += 1)
      await tx.query({
        name: 'file-part',
        text: 'insert into sys_file_part (file_id, no, content) values ($1, $2, $3)',
        values: [id, no, bytes.subarray(no * PART_BYTES, (no + 1) * PART_BYTES)],
      });
  },
  async *read(pool, id, size) {
    for (let no = 0; no * PART_BYTES < size; no += 1) {
      const { rows } = await pool.query<{ content: Buffer }>({
        name: 'file-read',
        text: 'select content from sys_file_part where file_id = $1 and no = $2',
        values: [id, no],
      });
      if (!rows[0]) throw new Error(`part ${no} of the file ${id} is gone`);
      yield rows[0].content;
    }
  },
};
