import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { type LaidPage, layOut, type PrintData } from '../../../contract/print/layout.ts';
import { type PrintSourceName, printSource } from '../../../contract/print/sources.ts';
import type { PrintTemplate } from '../../../contract/print/template.ts';
import {
  Choice,
  State,
  call,
  currentLocale,
  events,
  formatCount,
  isCallError,
  storage,
  useT,
} from '../../kit/index.ts';
import { Sheet } from '../actions/Sheet.tsx';
import type { Pictures } from './draw.ts';
import { PagePicture } from './Pages.tsx';
import { printPages } from './printPages.ts';
import { printWords } from './words.ts';

interface FoundTemplate {
  id: string;
  name: string;
  template: PrintTemplate;
}

interface PrintDocument {
  data: PrintData;
  templates: FoundTemplate[];
  /** Those that print other states of it, and what they say of this one. */
  withheld: { name: string; says: string }[];
  pictures: Pictures;
}

/** Pages that are looked at before printing; of a long statement the rest is printed all the same. */
const SHOWN = 5;
/** What is left and right of a page in a dock. */
const ROOM = 24;

const NO_PICTURES: Pictures = {};

/** How wide the body of the sheet is; a refusal takes its place, and gives it back. */
function useWidth() {
  const [width, setWidth] = useState(300);
  const root = useCallback((body: HTMLDivElement | null) => {
    if (!body) return undefined;
    const watch = new ResizeObserver(() => setWidth(Math.max(120, body.clientWidth - ROOM)));
    watch.observe(body);
    return () => watch.disconnect();
  }, []);
  return { root, width };
}

/** What was chosen last for this kind of print. */
function useTemplate(source: PrintSourceName, templates: readonly FoundTemplate[]) {
  const key = `printTemplate/${source}`;
  const [id, setId] = useState(() => storage.get(key, (raw) => (typeof raw === 'string' ? raw : '')));
  const chosen = templates.find((one) => one.id === id) ?? templates[0];
  const choose = (next: string) => {
    setId(next);
    storage.set(key, next);
  };
  return { chosen, choose };
}

/** What is printed, read again as its row changes: a receipt of what was paid meanwhile is there at once. */
function useDocument(source: PrintSourceName, wanted: PrintSheetProps['wanted']) {
  const client = useQueryClient();
  const id = wanted?.id;
  useEffect(() => {
    if (id === undefined) return undefined;
    return events.subscribe(printSource(source).resource, (list) => {
      if (list.some((event) => event.id === id))
        void client.invalidateQueries({ queryKey: ['print', source] });
    });
  }, [client, source, id]);
  return useQuery({
    queryKey: ['print', source, wanted, currentLocale()],
    enabled: wanted !== undefined,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      call<PrintDocument>('print/document', { source, ...wanted }, { customCatch: true, signal }),
  });
}

interface PreviewProps {
  pages: readonly LaidPage[];
  pictures: Pictures;
  width: number;
}

function Preview({ pages, pictures, width }: PreviewProps) {
  const t = useT('platform');
  return (
    <div className="print-pages">
      {pages.slice(0, SHOWN).map((page, at) => (
        <PagePicture
          // Pages have nothing but their place.
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={at}
          page={page}
          pictures={pictures}
          width={width}
          label={t('sysPrint.paper.page', { page: at + 1, pages: pages.length })}
        />
      ))}
      {pages.length > SHOWN && (
        <span className="pd-muted">
          {t('sysPrint.paper.more', { count: formatCount(pages.length - SHOWN) })}
        </span>
      )}
    </div>
  );
}

export interface PrintSheetProps {
  source: PrintSourceName;
  title: string;
  /** What is printed: ids and, of a statement, its period. Undefined: it is to be chosen first. */
  wanted: Readonly<Record<string, unknown>> | undefined;
  close: () => void;
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
}

const faultsOf = (error: unknown): Record<string, string> =>
  isCallError(error)
    ? Object.fromEntries(Object.entries(error.fields ?? {}).map(([name, texts]) => [name, texts[0] ?? '']))
    : {};

/** What a document looks like on paper, and the key that prints it. */
export function PrintSheet({ source, title, wanted, close, children }: PrintSheetProps) {
  const t = useT('platform');
  const { root, width } = useWidth();
  const { data: read, error, isFetching } = useDocument(source, wanted);
  // What is refused now was printed a moment ago: the page of before is none any more.
  const data = error ? undefined : read;
  const { chosen, choose } = useTemplate(source, data?.templates ?? []);
  const pages = useMemo(
    () => (data && chosen ? layOut(chosen.template, data.data, printWords()) : []),
    [data, chosen],
  );
  const pictures = data?.pictures ?? NO_PICTURES;
  const faults = faultsOf(error);
  const isField = Object.keys(faults).length > 0;
  return (
    <Sheet
      title={title}
      verb={t('sysPrint.paper.print')}
      ready={pages.length > 0}
      asks={children !== undefined}
      busy={false}
      error={error && !isField && !children ? error.message : undefined}
      faults={Object.keys(faults).length}
      commit={() => void printPages(pages, pictures)}
      close={close}
    >
      <div ref={root}>
        {children?.(faults)}
        {error && !isField && children && <State kind="error" text={error.message} inline />}
        {data && data.templates.length > 1 && (
          <div className="sheet-field">
            <span>{t('sysPrint.paper.template')}</span>
            <Choice
              label={t('sysPrint.paper.template')}
              value={chosen?.id}
              options={data.templates.map(({ id, name }) => ({ value: id, text: name }))}
              set={choose}
            />
          </div>
        )}
        {data?.withheld.map(({ name, says }) => (
          <p key={name} className="pd-muted">
            {t('sysPrint.paper.withheld', { name, says })}
          </p>
        ))}
        {isFetching && !data && !error && <State kind="loading" />}
        {data && !chosen && <State kind="empty" text={t('sysPrint.paper.noTemplate')} />}
        {pages.length > 0 && (
          <>
            <p className="print-count pd-muted pd-number">
              <span>{t('sysPrint.paper.pages', { count: pages.length })}</span>
              <span>
                {pages[0]!.width} × {pages[0]!.height} mm
              </span>
            </p>
            <Preview pages={pages} pictures={pictures} width={width} />
          </>
        )}
      </div>
    </Sheet>
  );
}
