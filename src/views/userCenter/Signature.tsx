import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { Choice, FileButton, Icon, isCallError, toast, useT } from '../../kit/index.ts';
import { boundsOf, drawStrokes, type Stroke, WIDTHS } from './strokes.ts';
import { keepPicture, type OwnRecord } from './useOwnRecord.ts';

const WIDTH = 260;
const HEIGHT = 110;
/** Finer than the screen: it is printed. */
const SCALE = 3;
const MARGIN = 6;

async function pictureOf(strokes: readonly Stroke[]): Promise<Blob | null> {
  const bounds = boundsOf(strokes, MARGIN);
  if (!bounds) return null;
  const canvas = document.createElement('canvas');
  canvas.width = Math.ceil(bounds.width * SCALE);
  canvas.height = Math.ceil(bounds.height * SCALE);
  const pen = canvas.getContext('2d');
  pen?.scale(SCALE, SCALE);
  pen?.translate(-bounds.left, -bounds.top);
  if (pen) drawStrokes(pen, strokes);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}

interface PadProps {
  strokes: readonly Stroke[];
  width: number;
  set: (strokes: readonly Stroke[]) => void;
}

function Pad({ strokes, width, set }: PadProps) {
  const t = useT('system');
  const canvas = useRef<HTMLCanvasElement>(null);
  const open = useRef<Stroke>(undefined);
  const paint = (all: readonly Stroke[]) => {
    const ratio = window.devicePixelRatio || 1;
    const { current } = canvas;
    const pen = current?.getContext('2d');
    if (!current || !pen) return;
    current.width = WIDTH * ratio;
    current.height = HEIGHT * ratio;
    pen.scale(ratio, ratio);
    drawStrokes(pen, all);
  };
  useEffect(() => paint(strokes), [strokes]);
  const pointOf = ({ nativeEvent: { offsetX, offsetY, pressure, pointerType } }: PointerEvent) => ({
    x: offsetX,
    y: offsetY,
    pressure: pointerType === 'pen' ? pressure : 0,
  });
  function down(event: PointerEvent<HTMLCanvasElement>): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    open.current = { width, points: [pointOf(event)] };
  }
  function move(event: PointerEvent): void {
    if (!open.current) return;
    open.current.points.push(pointOf(event));
    paint([...strokes, open.current]);
  }
  function up(): void {
    if (open.current) set([...strokes, open.current]);
    open.current = undefined;
  }
  return (
    <canvas
      ref={canvas}
      className="signature-pad"
      style={{ width: WIDTH, height: HEIGHT }}
      role="img"
      aria-label={t('userCenter.signature.pad')}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    />
  );
}

interface DrawingProps {
  busy: boolean;
  keep: (picture: Blob | null, name: string) => Promise<void>;
  close: () => void;
}

function Drawing({ busy, keep, close }: DrawingProps) {
  const t = useT('system');
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [width, setWidth] = useState<number>(WIDTHS[1]);
  const none = strokes.length === 0;
  const undo = t('userCenter.signature.undo');
  return (
    <>
      <Pad strokes={strokes} width={width} set={setStrokes} />
      <div className="signature-tools">
        <Choice
          label={t('userCenter.signature.width')}
          value={String(width)}
          options={WIDTHS.map((each) => ({ value: String(each), text: `${each} px` }))}
          set={(each) => setWidth(Number(each))}
        />
        <button
          type="button"
          className="pd-icon-button"
          title={undo}
          aria-label={undo}
          disabled={none}
          onClick={() => setStrokes(strokes.slice(0, -1))}
        >
          <Icon name="undo" />
        </button>
        <button type="button" className="pd-button" disabled={none} onClick={() => setStrokes([])}>
          {t('userCenter.signature.clear')}
        </button>
      </div>
      <div className="signature-tools">
        <button
          type="button"
          className="pd-button pd-button-primary"
          disabled={busy || none}
          onClick={() => void pictureOf(strokes).then((picture) => keep(picture, 'signature.png'))}
        >
          {t('userCenter.signature.save')}
        </button>
        <button type="button" className="pd-button" onClick={close}>
          {t('userCenter.cancel')}
        </button>
      </div>
    </>
  );
}

/** The signature of the person: drawn here, or a picture of one for whoever draws it elsewhere. */
export function Signature({ own }: { own: OwnRecord }) {
  const t = useT('system');
  const [drawing, setDrawing] = useState(false);
  const [busy, setBusy] = useState(false);
  const address = typeof own.row?.signature === 'string' ? own.row.signature : '';

  async function keep(picture: Blob | null, name: string): Promise<void> {
    if (!picture) return;
    setBusy(true);
    try {
      await keepPicture('Signature', picture, name);
      await own.again();
      setDrawing(false);
      toast.success(t('userCenter.signature.saved'));
    } catch (refused) {
      toast.error(isCallError(refused) ? refused.message : String(refused));
    } finally {
      setBusy(false);
    }
  }
  const title = <h3 id="signature-title">{t('userCenter.signature.title')}</h3>;
  if (drawing)
    return (
      <section className="signature" aria-labelledby="signature-title">
        {title}
        <Drawing busy={busy} keep={keep} close={() => setDrawing(false)} />
      </section>
    );
  return (
    <section className="signature" aria-labelledby="signature-title">
      {title}
      {address ? (
        <img className="signature-picture" src={address} alt={t('userCenter.signature.own')} />
      ) : (
        <p className="pd-muted">{t('userCenter.signature.none')}</p>
      )}
      <div className="signature-tools">
        <button type="button" className="pd-button" onClick={() => setDrawing(true)}>
          <Icon name="edit" size={14} /> {t('userCenter.signature.draw')}
        </button>
        <FileButton
          label={t('userCenter.signature.upload')}
          accept="image/png,image/jpeg"
          take={(file) => void keep(file, file.name)}
        />
      </div>
    </section>
  );
}
