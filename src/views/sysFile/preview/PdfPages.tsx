import { type PDFDocumentProxy, GlobalWorkerOptions, getDocument } from 'pdfjs-dist';
// The bundler makes it an address, which the module itself does not export.
// oxlint-disable-next-line import/default
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { State, useT } from '../../../kit/index.ts';

GlobalWorkerOptions.workerSrc = worker;

const MOST_PAGES = 200;
const MOST_PIXELS = 40_000_000;
/** As wide as a page is drawn at most; more is no sharper. */
const WIDEST = 2_000;

/** Until its size is known a page is one of paper. */
const PAPER = 297 / 210;

/** Opens a document for as long as it is shown; scripts, forms and links of it do nothing. */
function useDocument(bytes: Uint8Array): PDFDocumentProxy | 'broken' | undefined {
  const [pdf, setPdf] = useState<PDFDocumentProxy | 'broken'>();
  useEffect(() => {
    // The worker takes the bytes away, which are kept to be shown again.
    const opening = getDocument({
      data: bytes.slice(),
      maxImageSize: MOST_PIXELS,
      enableXfa: false,
      useWasm: false,
      useWorkerFetch: false,
    });
    opening.promise.then(setPdf, () => opening.destroyed || setPdf('broken'));
    return () => {
      setPdf(undefined);
      void opening.destroy();
    };
  }, [bytes]);
  return pdf;
}

/** A page that is drawn as it comes into view, as wide as there is room. */
function Page({ pdf, no }: { pdf: PDFDocumentProxy; no: number }) {
  const t = useT('platform');
  const box = useRef<HTMLCanvasElement>(null);
  const [ratio, setRatio] = useState(PAPER);
  useEffect(() => {
    const canvas = box.current;
    if (!canvas) return;
    let stop: (() => void) | undefined;
    const draw = async () => {
      const page = await pdf.getPage(no);
      const plain = page.getViewport({ scale: 1 });
      setRatio(plain.height / plain.width);
      const width = Math.min(WIDEST, Math.max(1, canvas.clientWidth) * devicePixelRatio);
      const viewport = page.getViewport({ scale: width / plain.width });
      canvas.width = Math.floor(viewport.width);
      canvas.height = Math.floor(viewport.height);
      const drawing = page.render({ canvas, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
    };
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      // What cannot be drawn stays white, as a page that says nothing.
      void draw().catch(() => undefined);
    });
    seen.observe(canvas);
    return () => {
      seen.disconnect();
      stop?.();
    };
  }, [pdf, no]);
  return (
    <canvas
      ref={box}
      className="file-page"
      style={{ aspectRatio: String(1 / ratio) }}
      role="img"
      aria-label={t('sysFile.page', { page: no, pages: pdf.numPages })}
    />
  );
}

/** The pages of a document one below the other. */
export default function PdfPages({ bytes, unread }: { bytes: Uint8Array; unread: ReactNode }) {
  const t = useT('platform');
  const pdf = useDocument(bytes);
  if (pdf === 'broken') return unread;
  if (!pdf) return <State kind="loading" />;
  const count = Math.min(pdf.numPages, MOST_PAGES);
  return (
    <div className="file-pages">
      {Array.from({ length: count }, (_, at) => (
        <Page key={at} pdf={pdf} no={at + 1} />
      ))}
      {pdf.numPages > count && <p className="pd-muted">{t('sysFile.morePages', { shown: count })}</p>}
    </div>
  );
}
