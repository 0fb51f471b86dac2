import type { Ground, Keyed } from './keyedCases.ts';

/** Writes to reports, once each. */
export const reportCases: Readonly<Record<string, (ground: Ground) => Promise<Keyed>>> = {
  'dailyReport/restat': async ({ admin, server }) => {
    const body = { fromDate: '2026-01-01', toDate: '2026-01-02' };
    const count = async () => {
      const { rows } = await server.database.pool.query<{ n: number }>(
        'select count(*)::int as n from report_run',
      );
      return rows[0]!.n;
    };
    return { who: admin, body, other: { ...body, toDate: '2026-01-03' }, count };
  },
  'upstreamEntry/import': async ({ admin, server }) => {
    const { rows } = await server.database.pool.query<{ code: string }>('select code from upstream limit 1');
    const text = `2019-01-02,${rows[0]!.code},INR,1,1000,12,20,3,0,0,0,0,0`;
    return {
      who: admin,
      body: { text, reason: 'statement' },
      other: { text, reason: 'another' },
      count: async () => {
        const counted = await server.database.pool.query<{ n: number }>(
          `select count(*)::int as n from upstream_entry where report_date = '2019-01-02'`,
        );
        return counted.rows[0]!.n;
      },
    };
  },
};
